// Greps the tree for what must not appear in it. A rule here is one the linter cannot express.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { describe, expect, it } from 'vitest'

const web = join(import.meta.dirname, '../..')

function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(web, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(web, join(entry.parentPath, entry.name)))
    .filter((path) => !path.endsWith('.gen.ts'))
}

const sources = [...filesBelow('src', /\.(ts|tsx|css)$/), ...filesBelow('public', /\.(js|svg)$/)]
  .concat(['index.html', 'api-docs/index.html', 'api-docs/init.js'])
  .filter((path) => path !== 'src/testing/safety.test.ts')

function read(path: string): string {
  return readFileSync(join(web, path), 'utf8')
}

function offenders(pattern: RegExp, allowed: (path: string) => boolean = () => false): string[] {
  return sources.filter((path) => !allowed(path) && pattern.test(read(path)))
}

/** Scripts outside the app's bundle: they read the stored object and never write it. */
const READ_ONLY = new Set(['public/theme-init.js', 'public/post-message.js'])

const mayTouchStorage = (path: string) =>
  path === 'src/lib/storage.ts' || READ_ONLY.has(path) || isTest(path)

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('src/testing/')

describe('the source tree', () => {
  it('is really searched', () => {
    expect(sources.length).toBeGreaterThan(15)
    expect(offenders(/createRoot\(/)).toEqual(['src/main.tsx'])
  })

  it('names no outside host', () => {
    const host = /https?:\/\/(?!www\.w3\.org\/|localhost|example\.|[\w.-]+\.example\b|\s|['"`])/
    // The payment providers' scripts, loaded when keys are set and somebody adds a method.
    const allowed = 'src/features/payments/outside.ts'
    expect(offenders(host, isTest)).toEqual([allowed])
    const named = [...read(allowed).matchAll(/https:\/\/([^/']+)/g)].map((match) => match[1])
    expect(named).toEqual(['js.stripe.com', 'cdn.plaid.com', 'stripe.com'])
  })

  it('touches local storage in one place only', () => {
    expect(offenders(/\b(localStorage|sessionStorage)\b/, mayTouchStorage)).toEqual([])
  })

  it('has no inline script or style in HTML, and none built from strings', () => {
    expect(offenders(/<script(?![^>]*\bsrc=)[^>]*>/, isTest)).toEqual([])
    expect(offenders(/<[a-z]+[^>]*\sstyle="/, isTest)).toEqual([])
    expect(offenders(/\beval\(|new Function\(|\.innerHTML\s*=|document\.write/)).toEqual([])
  })

  it('has no unfinished marks, silenced rules or weakened types', () => {
    expect(offenders(/\b(TODO|FIXME|XXX)\b/)).toEqual([])
    expect(offenders(/(eslint|oxlint)-disable|@ts-(ignore|nocheck|expect-error)/)).toEqual([])
    expect(offenders(/\bas any\b|as unknown as\b/)).toEqual([])
  })

  it('uses the theme by plain keys, so that no component is pulled into the entry', () => {
    expect(offenders(/\b[A-Z]\w+\.extend\(/)).toEqual([])
  })

  it('has no barrel files', () => {
    expect(sources.filter((path) => /\/index\.tsx?$/.test(path) && !isRoute(path))).toEqual([])
    expect(offenders(/^export \* from/m)).toEqual([])
  })
})

function isRoute(path: string): boolean {
  return path.startsWith('src/routes/')
}

// Parts that Menu and Checkbox bring along and nobody uses: items and cards of other kinds.
const UNUSED_PARTS = [
  'Accordion',
  'CheckboxCard',
  'CheckboxIndicator',
  'Radio',
  'RadioCard',
  'RadioIndicator',
]

describe('style sheets', () => {
  const core = 'node_modules/@mantine/core'
  const sheets = new Set(
    readdirSync(join(web, core, 'styles')).map((name) => name.split('.')[0] ?? ''),
  )
  const listed = [...read('src/app/styles.css').matchAll(/core\/styles\/([A-Z]\w+)\.layer/g)].map(
    (match) => match[1] ?? '',
  )
  const [folders, imported] = [mantineFolders(core), new Set<string>()]
  for (const path of sources.filter((name) => /\.tsx?$/.test(name) && !isTest(name))) {
    for (const match of read(path).matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)) {
      for (const name of (match[1] ?? '').split(',')) imported.add(name.trim())
    }
  }
  // What @mantine/notifications, dates and spotlight are made of.
  for (const name of ['Notification', 'Modal', 'Input']) imported.add(name)
  const used = new Set<string>()
  for (const name of imported) closure(name, folders, used)
  for (const part of UNUSED_PARTS) if (!imported.has(part)) used.delete(part)
  const needed = [...used].filter((name) => sheets.has(name))

  it('are imported for every Mantine component in use, and for its parts', () => {
    expect(needed.length).toBeGreaterThan(5)
    expect(needed.filter((name) => !listed.includes(name)).toSorted()).toEqual([])
  })

  it('are imported for nothing else', () => {
    expect(listed.filter((name) => !used.has(name)).toSorted()).toEqual([])
  })
})

/** Component or part name -> names its own modules import. */
function mantineFolders(core: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const path of filesBelow(join(core, 'esm'), /\.mjs$/)) {
    const folder = /\/(?:components|utils)\/([A-Z]\w+)\//.exec(path)?.[1]
    if (!folder) continue
    const names = found.get(folder) ?? new Set()
    for (const match of read(path).matchAll(/from "\.[^"]*?\/([A-Z]\w+)\//g)) {
      names.add(match[1] ?? '')
    }
    found.set(folder, names)
  }
  return found
}

function closure(name: string, folders: Map<string, Set<string>>, seen: Set<string>): void {
  if (seen.has(name)) return
  seen.add(name)
  for (const part of folders.get(name) ?? []) closure(part, folders, seen)
}
