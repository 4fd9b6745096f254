// The one local storage key, 'dashboard', holds one object. Every read passes a schema that heals
// field by field: a damaged field falls back to its default and costs nothing else.
// What was typed and not sent stands apart, in the session storage of its tab.
// Nothing else in the app may touch either (src/testing/safety.test.ts sees to it).
// public/theme-init.js reads `darkMode` of the same object before the first paint.
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'

const STORAGE_KEY = 'dashboard'

export const PAGE_SIZES = [10, 25, 50, 100, 200] as const
export type PageSize = (typeof PAGE_SIZES)[number]
const DEFAULT_PAGE_SIZE: PageSize = 50

export const DARK_MODES = ['system', 'light', 'dark'] as const
export type DarkMode = (typeof DARK_MODES)[number]

const textRecord = z.record(z.string(), z.string())
const listRecord = z.record(z.string(), z.array(z.string()))

const schema = z.object({
  /** Session key, sent as the bearer token. Null means signed out. */
  key: z.catch(z.nullable(z.string()), null),
  /** Chosen server (a name from /config.json). Null means the host name's own. */
  server: z.catch(z.nullable(z.string()), null),
  per: z.catch(z.literal(PAGE_SIZES), DEFAULT_PAGE_SIZE),
  darkMode: z.catch(z.enum(DARK_MODES), 'system'),
  /** List name -> 'column' or '-column'. */
  sort: z.catch(textRecord, {}),
  /** List name -> hidden column ids. */
  hiddenColumns: z.catch(listRecord, {}),
  /** Shortcuts without Ctrl or Cmd; WCAG 2.1.4 wants a way to switch them off. */
  singleKeys: z.catch(z.boolean(), true),
})

export type Stored = z.infer<typeof schema>

function parse(text: string | null): Stored {
  let value: unknown = {}
  try {
    value = JSON.parse(text ?? '{}')
  } catch {
    // Damaged text: every field takes its default.
  }
  const found = schema.safeParse(value)
  return found.success ? found.data : schema.parse({})
}

// Kept when the browser refuses storage (private windows, full disk): the app works on, unremembered.
let fallback: string | null = null

function readText(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return fallback
  }
}

let cachedText: string | null | undefined
let cached: Stored = parse(null)
const listeners = new Set<() => void>()

/** The stored object. Same identity until it changes, here or in another tab. */
export function readStorage(): Stored {
  const text = readText() ?? fallback
  if (text !== cachedText) {
    cachedText = text
    cached = parse(text)
  }
  return cached
}

function notify(): void {
  for (const listener of listeners) listener()
}

export function updateStorage(change: Partial<Stored>): void {
  const text = JSON.stringify({ ...readStorage(), ...change })
  try {
    localStorage.setItem(STORAGE_KEY, text)
    fallback = null
  } catch {
    fallback = text
  }
  notify()
}

/** Sign-out, denied terms and 401: everything goes, as the specification asks. */
export function clearStorage(): void {
  clearTyped()
  fallback = null
  try {
    localStorage.clear()
  } catch {
    // Nothing was stored, so nothing is left behind.
  }
  notify()
}

/** Hears changes of this tab and of other tabs. */
export function subscribeStorage(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** One field of the stored object; the component follows it across tabs. */
export function useStored<K extends keyof Stored>(field: K): Stored[K] {
  return useSyncExternalStore(subscribeStorage, () => readStorage()[field])
}

const TYPED_KEY = 'typed'
const typedRecord = z.record(z.string(), z.unknown())
// As above: kept when the browser refuses storage.
let typedFallback: string | null = null

function readAllTyped(): Record<string, unknown> {
  let text = typedFallback
  try {
    text ??= sessionStorage.getItem(TYPED_KEY)
    return typedRecord.parse(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

/** What was kept under this name, whatever it is: an older version of the page may have kept it. */
export function readTyped(name: string): unknown {
  return readAllTyped()[name] ?? null
}

/** Keeps what was typed and not sent, for this tab until the session ends. Null forgets it. */
export function keepTyped(name: string, values: unknown): void {
  const { [name]: old, ...others } = readAllTyped()
  if (values === null && old === undefined) return
  const text = JSON.stringify(values === null ? others : { ...others, [name]: values })
  try {
    sessionStorage.setItem(TYPED_KEY, text)
    typedFallback = null
  } catch {
    typedFallback = text
  }
}

/** The session has ended or is another's: what was typed in it is nobody else's business. */
export function clearTyped(): void {
  typedFallback = null
  try {
    sessionStorage.removeItem(TYPED_KEY)
  } catch {
    // Nothing was stored, so nothing is left behind.
  }
}
