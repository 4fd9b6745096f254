// What every browser test starts from: the real server (one per worker, with a fresh data folder),
// an account of its own, and browsers to visit with. Every page of every visit must stay free of
// console errors (a broken content security policy is one) and must not leave its own origin.
import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test as base,
} from '@playwright/test'

import { type Clock, makeClock } from './clock'
import { type Printer, startPrinter } from './printer'
import { type Account, type Server, startServer } from './server'
import { keepToasts } from './toasts'

export { expect }

export interface Owner extends Account {
  /** A session in the live world. */
  key: string
}

export interface VisitOptions extends BrowserContextOptions {
  /** The session to start with; signed out when left out. */
  as?: { key: string } | string
  /** Where to go at once; null stays on the empty page. */
  at?: string | null
  /** More of the stored 'dashboard' object: { darkMode: 'dark' }. */
  stored?: Record<string, unknown>
  /** Another server than the worker's. */
  server?: Pick<Server, 'url'>
  /** Further origins that pages may talk to. */
  origins?: readonly string[]
}

/** Opens a browser of its own, as another person or device would. */
type Visit = (options?: VisitOptions) => Promise<Page>

interface TestFixtures {
  visit: Visit
  /** An account that exists in both worlds, and a session of its owner. */
  owner: Owner
  /** Console errors that the test provokes: failed requests are logged by the browser. */
  allow: (...errors: RegExp[]) => void
  watch: Watch
  /** A further server, with settings of its own; stopped after the test. */
  newServer: (settings?: Record<string, string>) => Promise<Server>
  /** A printer in the network, of its own. */
  printer: Printer
  /** For a further server whose time is set forward: `newServer(clock.settings)`. */
  clock: Clock
}

interface WorkerFixtures {
  server: Server
}

interface Watch {
  allowed: RegExp[]
  faults: string[]
  over: (context: BrowserContext, origins: readonly string[]) => void
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const server = await startServer()
      // Without any account the server would ask for its owner.
      await server.account()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],

  owner: async ({ server }, use) => {
    const account = await server.account()
    await use({ ...account, key: await server.api().signIn(account) })
  },

  newServer: async ({ browserName: _ }, use) => {
    const servers: Server[] = []
    await use(async (settings) => {
      const server = await startServer(settings)
      servers.push(server)
      return server
    })
    for (const server of servers) await server.stop()
  },

  printer: async ({ browserName: _ }, use) => {
    const printer = await startPrinter()
    await use(printer)
    await printer.stop()
  },

  clock: async ({ browserName: _ }, use) => {
    const clock = await makeClock()
    await use(clock)
    await clock.remove()
  },

  watch: async ({ browserName: _ }, use) => {
    const watch: Watch = { allowed: [], faults: [], over: (...args) => look(watch, ...args) }
    await use(watch)
    const faults = watch.faults.filter((fault) => !watch.allowed.some((one) => one.test(fault)))
    expect(faults, 'errors in the console, or requests to other hosts').toEqual([])
  },

  allow: async ({ watch }, use) => {
    await use((...errors) => watch.allowed.push(...errors))
  },

  visit: async ({ browser, server: own, watch, newServer: _ }, use) => {
    const contexts: BrowserContext[] = []
    await use(async ({ as, at = '/', stored, server = own, origins = [], ...options } = {}) => {
      const key = typeof as === 'string' ? as : as?.key
      const value = JSON.stringify({ ...stored, ...(key ? { key } : {}) })
      const storage = { origin: server.url, localStorage: [{ name: 'dashboard', value }] }
      const context = await browser.newContext({
        baseURL: server.url,
        ...(key || stored ? { storageState: { cookies: [], origins: [storage] } } : {}),
        ...options,
      })
      contexts.push(context)
      watch.over(context, [server.url, ...origins])
      await keepToasts(context)
      const page = await context.newPage()
      if (at !== null) await page.goto(at)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

function look(watch: Watch, context: BrowserContext, origins: readonly string[]): void {
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    watch.faults.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => watch.faults.push(String(error.error())))
  context.on('request', (request) => {
    const url = request.url()
    const own = origins.some((origin) => url.startsWith(`${origin}/`))
    if (!own && !/^(?:blob|data):/.test(url)) watch.faults.push(`a request to ${url}`)
  })
}
