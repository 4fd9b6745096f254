// Checks what we build from against deny.toml, with nothing but cargo and Node.js, so that it always runs:
//   node scripts/check-packages.mjs crates   licences of every crate in the build, and crates that are banned
//   node scripts/check-packages.mjs npm      licences of every npm package that ends up in the web app
// deny.toml is the one list; cargo-deny reads the same file and knows more (advisories), where it is installed.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const config = readFileSync(join(root, 'deny.toml'), 'utf8').replace(/#.*$/gm, '')

/** The body of one `key = [ ... ]` of a section of deny.toml. */
function list(section, key) {
  const body = config.split(`[${section}]`)[1]?.split(/^\[/m)[0] ?? ''
  return body.match(new RegExp(`^${key} = \\[([\\s\\S]*?)^\\]`, 'm'))?.[1] ?? ''
}

const platform = 'x86_64-unknown-linux-gnu' // what only other systems need is not in our binary
const copiedIntoTheApp = ['swagger-ui-dist'] // development packages whose files the web build copies

const quoted = (text) => [...text.matchAll(/"([^"]+)"/g)].map((m) => m[1])
const allowed = new Set(quoted(list('licenses', 'allow')))
const banned = new Map([...list('bans', 'deny').matchAll(/crate = "([^"]+)"(?:, reason = "([^"]*)")?/g)].map((m) => [m[1], m[2]]))
if (allowed.size === 0 || banned.size === 0) throw new Error('deny.toml: no allowed licences or no banned crates found')

/** Is an SPDX expression satisfied by allowed licences alone? OR needs one side, AND needs both. */
function acceptable(expression) {
  const tokens = expression.replaceAll('/', ' OR ').match(/[()]|[^\s()]+/g) ?? []
  const primary = () => {
    const token = tokens.shift()
    if (token !== '(') {
      if (tokens[0] !== 'WITH') return allowed.has(token)
      tokens.shift()
      return allowed.has(`${token} WITH ${tokens.shift()}`) || allowed.has(token)
    }
    const inner = either()
    tokens.shift()
    return inner
  }
  const chain = (word, next, join) => {
    let value = next()
    while (tokens[0] === word) {
      tokens.shift()
      value = join(next(), value)
    }
    return value
  }
  const both = () => chain('AND', primary, (a, b) => a && b)
  const either = () => chain('OR', both, (a, b) => a || b)
  return either() && tokens.length === 0
}

// cargo tree, not cargo metadata: only the former knows which optional dependencies are really built.
function crates() {
  const locked = process.env.CI ? ['--locked'] : []
  const options = ['--workspace', '--all-features', `--target=${platform}`, '--prefix=none', '--format={p}\t{l}', ...locked]
  const output = execFileSync('cargo', ['tree', ...options], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
  const lines = new Set(output.replaceAll(' (*)', '').split('\n').filter(Boolean)) // (*): shown before
  return [...lines].map((line) => {
    const [name, version, licence] = [...line.split('\t')[0].split(' ').slice(0, 2), line.split('\t')[1]]
    return { name, version, licence, isBanned: banned.has(name) }
  })
}

function npm() {
  const lock = JSON.parse(readFileSync(join(root, 'web/package-lock.json'), 'utf8'))
  return Object.entries(lock.packages)
    .map(([path, p]) => ({ name: path.split('node_modules/').pop(), version: p.version, licence: p.license, dev: p.dev || p.devOptional }))
    .filter((p) => p.name !== '' && (!p.dev || copiedIntoTheApp.includes(p.name)))
}

const what = process.argv[2]
const found = what === 'crates' ? crates() : npm()
const problems = found.flatMap((p) => [
  ...(p.licence && acceptable(p.licence) ? [] : [`${p.name} ${p.version}: licence ${p.licence ?? 'not stated'} is not allowed by deny.toml`]),
  ...(p.isBanned ? [`${p.name} ${p.version} is banned by deny.toml: ${banned.get(p.name) ?? 'no reason given'}`] : []),
])
console.log(`${found.length} packages checked`)
for (const problem of problems) console.log(problem)
process.exit(problems.length === 0 && found.length > 0 ? 0 : 1)
