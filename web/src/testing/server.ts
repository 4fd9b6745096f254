// A mock server for unit tests. A request without a handler fails the test.
// `withMockServer()` at the top of a test file starts it and brings a configuration.
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

import { type Config, setConfig } from '@/api/config'

export const testConfig: Config = {
  version: '0.0.0',
  production: false,
  servers: {
    primary: { name: 'development', base: '', world: 'live' },
    alternate: { name: 'beta', base: '/test', world: 'test' },
  },
  embedding_origins: [],
  api_docs: '/api-docs/',
  sentry: null,
}

export const mockServer = setupServer()

export function withMockServer(): void {
  beforeAll(() => mockServer.listen({ onUnhandledRequest: 'error' }))
  beforeEach(() => setConfig(testConfig))
  afterEach(() => mockServer.resetHandlers())
  afterAll(() => mockServer.close())
}
