// What happens before and while the app starts: theme before paint, theme store, old worker, nonce.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'

import { getNonce } from 'get-nonce'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { shareNonce } from './nonce'
import { removeOldServiceWorker } from './oldServiceWorker'
import { readStorage, updateStorage } from './storage'
import { colorSchemeManager, setDarkMode } from './theme'

const script = readFileSync(join(import.meta.dirname, '../../public/theme-init.js'), 'utf8')

function runThemeInit(stored: string | null, systemDark: boolean): string | null {
  const attributes = new Map<string, string>()
  runInNewContext(script, {
    localStorage: { getItem: () => stored },
    window: { matchMedia: () => ({ matches: systemDark }) },
    document: { documentElement: { setAttribute: (k: string, v: string) => attributes.set(k, v) } },
  })
  return attributes.get('data-mantine-color-scheme') ?? null
}

describe('theme-init.js', () => {
  it.each([
    ['{"darkMode":"dark"}', false, 'dark'],
    ['{"darkMode":"light"}', true, 'light'],
    ['{"darkMode":"system"}', true, 'dark'],
    ['{"darkMode":7}', false, 'light'],
    ['{', true, 'dark'],
    ['null', true, 'dark'],
    [null, false, 'light'],
  ])('%s with a dark system: %s gives %s', (stored, systemDark, scheme) => {
    expect(runThemeInit(stored, systemDark)).toBe(scheme)
  })

  it('reads what the store writes', () => {
    updateStorage({ darkMode: 'dark' })
    expect(runThemeInit(localStorage.getItem('dashboard'), false)).toBe('dark')
  })
})

describe('the theme store', () => {
  it('translates between the stored choice and Mantine', () => {
    const manager = colorSchemeManager()
    expect(manager.get('light')).toBe('auto')
    manager.set('dark')
    expect(readStorage().darkMode).toBe('dark')
    manager.set('auto')
    expect(readStorage().darkMode).toBe('system')
  })

  it('tells Mantine about changes once each', () => {
    const manager = colorSchemeManager()
    const onUpdate = vi.fn()
    manager.subscribe(onUpdate)
    setDarkMode('dark')
    updateStorage({ per: 10 })
    setDarkMode('system')
    expect(onUpdate.mock.calls).toEqual([['dark'], ['auto']])
    manager.unsubscribe()
    setDarkMode('light')
    expect(onUpdate).toHaveBeenCalledTimes(2)
  })
})

describe('start-up', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('removes old background workers and their caches', async () => {
    const unregister = vi.fn(() => Promise.resolve(true))
    const remove = vi.fn(() => Promise.resolve(true))
    vi.stubGlobal('navigator', {
      serviceWorker: { getRegistrations: () => Promise.resolve([{ unregister }]) },
    })
    vi.stubGlobal('caches', { keys: () => Promise.resolve(['old']), delete: remove })
    await removeOldServiceWorker()
    expect(unregister).toHaveBeenCalledOnce()
    expect(remove).toHaveBeenCalledWith('old')
  })

  it('shares the nonce of the page', () => {
    const meta = document.createElement('meta')
    meta.name = 'csp-nonce'
    meta.content = 'abc123'
    document.head.append(meta)
    shareNonce()
    expect(getNonce()).toBe('abc123')
    meta.remove()
  })
})
