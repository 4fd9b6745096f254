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

const mayTouchStorage = (path: string) =>
  path === 'src/lib/storage.ts' || path === 'public/theme-init.js' || isTest(path)

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('src/testing/')

describe('the source tree', () => {
  it('is really searched', () => {
    expect(sources.length).toBeGreaterThan(15)
    expect(offenders(/createRoot\(/)).toEqual(['src/main.tsx'])
  })

  it('names no outside host', () => {
    const host = /https?:\/\/(?!www\.w3\.org\/|localhost|example\.|[\w.-]+\.example\b|\s|['"`])/
    expect(offenders(host, isTest)).toEqual([])
  })

  it('touches local storage in one place only', () => {
    expect(offenders(/\b(localStorage|sessionStorage)\b/, mayTouchStorage)).toEqual([])
  })

  it('has no inline script or style in HTML, and none built from strings', () => {
    expect(offenders(/<script(?![^>]*\bsrc=)[^>]*>/)).toEqual([])
    expect(offenders(/<[a-z]+[^>]*\sstyle="/)).toEqual([])
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

describe('style sheets', () => {
  const styles = read('src/app/styles.css')
  const sheets = new Set(
    readdirSync(join(web, 'node_modules/@mantine/core/styles')).map((name) => name.split('.')[0]),
  )
  const used = new Set<string>()
  for (const path of sources.filter((name) => /\.tsx?$/.test(name) && !isTest(name))) {
    for (const match of read(path).matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)) {
      for (const name of (match[1] ?? '').split(',')) {
        const component = name.trim()
        if (sheets.has(component)) used.add(component)
      }
    }
  }

  it('imports the sheet of every Mantine component in use', () => {
    expect(used.size).toBeGreaterThan(1)
    const missing = [...used].filter((name) => !styles.includes(`/${name}.layer.css`))
    expect(missing).toEqual([])
  })
})
