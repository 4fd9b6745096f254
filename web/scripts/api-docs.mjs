// Puts the interactive API documentation into dist/api-docs: two files of swagger-ui-dist and
// our own page and start script. Nothing in it may load from another host.
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = join(dirname(fileURLToPath(import.meta.url)), '..')
const swagger = join(web, 'node_modules/swagger-ui-dist')
const target = join(web, 'dist/api-docs')

await mkdir(target, { recursive: true })
for (const [folder, file] of [
  [swagger, 'swagger-ui.css'],
  [swagger, 'swagger-ui-bundle.js'],
  [join(web, 'api-docs'), 'index.html'],
  [join(web, 'api-docs'), 'init.js'],
]) {
  await copyFile(join(folder, file), join(target, file))
}
