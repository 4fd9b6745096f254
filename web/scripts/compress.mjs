// Writes .br and .gz beside each compressible file of dist, so that the server never compresses
// at run time. dist/index.html is left out: the server writes a nonce into it per response.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const dist = join(dirname(fileURLToPath(import.meta.url)), '../dist')
const compressible = /\.(js|css|html|svg|json|txt|webmanifest)$/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const entries = await readdir(dist, { recursive: true, withFileTypes: true })
const files = entries
  .filter((entry) => entry.isFile() && compressible.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => file !== join(dist, 'index.html') && !file.includes('/.vite/'))

for (const file of files) {
  const bytes = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await writeFile(`${file}.br`, await brotli(bytes, { params }))
  await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }))
}
console.log(`${files.length} files compressed`)
