// Checks what a browser downloads for each route: the entry, the route's own chunks and its
// layouts', their static imports and style sheets, brotli as served. Fails when one is over its
// budget, and when a named route is gone (a budget that watches nothing is worse than none).
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const KB = 1000
const ENTRY = 'index.html'
const ROUTES = 'src/routes/'
const ANY_ROUTE = 290

/** Route file (without extension, below src/routes) -> budget in KB. */
const NAMED = { '_public/index': 200, '_app/welcome': 250 }

const dist = join(dirname(fileURLToPath(import.meta.url)), '../dist')
const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'))

function collect(key, files = new Set(), seen = new Set()) {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return files
  seen.add(key)
  files.add(chunk.file)
  for (const css of chunk.css ?? []) files.add(css)
  for (const next of chunk.imports ?? []) collect(next, files, seen)
  return files
}

// 'src/routes/_app/reports.new.tsx?tsr-split=component' -> '_app/reports/new'
function routeOf(key) {
  if (!key.startsWith(ROUTES)) return null
  const [path, query = ''] = key.slice(ROUTES.length).split('?')
  if (/split=(errorComponent|notFoundComponent)/.test(query)) return null
  return path.replace(/\.(lazy\.)?tsx$/, '').replaceAll('.', '/')
}

function layoutsOf(route) {
  const parts = route.split('/')
  return ['__root', ...parts.map((_, at) => parts.slice(0, at).join('/')), `${parts[0]}/route`]
}

async function brotliSize(file) {
  return (await readFile(join(dist, `${file}.br`))).length
}

const byRoute = new Map()
for (const key of Object.keys(manifest).toSorted()) {
  const route = routeOf(key)
  if (route !== null) byRoute.set(route, [...(byRoute.get(route) ?? []), key])
}

let failed = false
for (const [route, keys] of byRoute) {
  const files = collect(ENTRY)
  const own = [...keys, ...layoutsOf(route).flatMap((layout) => byRoute.get(layout) ?? [])]
  for (const key of own) for (const file of collect(key)) files.add(file)
  let bytes = 0
  for (const file of files) bytes += await brotliSize(file)
  const budget = NAMED[route] ?? ANY_ROUTE
  const over = bytes > budget * KB
  failed ||= over
  const size = (bytes / KB).toFixed(1).padStart(6)
  console.log(`${over ? 'OVER' : 'ok  '} ${size} KB of ${budget} KB  /${route}`)
}
for (const route of Object.keys(NAMED)) {
  if (!byRoute.has(route)) {
    failed = true
    console.log(`GONE a budget names the route '${route}', which the build does not have`)
  }
}
process.exitCode = failed ? 1 : 0
