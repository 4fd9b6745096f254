// The HTTP client: every request of the app passes here. It adds the session key, a time-out and
// an idempotency key, and turns every failure into an ApiError.
// A 401 to a request that carried the stored key ends the session: storage is cleared, and
// app/session.ts, which follows it, returns to '/'. Nothing here knows routes or screens.
import createClient, { type Client, type Middleware } from 'openapi-fetch'

import { newKey } from '@/lib/ids'
import { clearStorage, readStorage } from '@/lib/storage'

import { currentServer, type Server } from './config'
import { ApiError, emptyResponse, fromReply, isAbort, noResponse } from './errors'
import type { paths } from './schema.gen'

const TIME_OUT_MS = 20_000
const FILE_TIME_OUT_MS = 600_000
const SIGN_IN = '/users/sign_in'
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

function timedFetch(request: Request, timeOut: number): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeOut)])
  return fetch(request, { signal })
}

function bearer(key: string): string {
  return `Bearer ${key}`
}

function addHeaders(request: Request, base: string, path: string): void {
  const { key } = readStorage()
  // A key belongs to one server; a sign-in needs none.
  if (key && base === currentServer().base && path !== SIGN_IN) {
    request.headers.set('Authorization', bearer(key))
  }
  if (!SAFE_METHODS.has(request.method) && !request.headers.has('Idempotency-Key')) {
    request.headers.set('Idempotency-Key', newKey())
  }
}

function endIfRefused(request: Request, response: Response): void {
  const { key } = readStorage()
  if (response.status === 401 && key && request.headers.get('Authorization') === bearer(key)) {
    clearStorage()
  }
}

function middleware(base: string): Middleware {
  return {
    onRequest: ({ request, schemaPath }) => addHeaders(request, base, schemaPath),
    onResponse: ({ request, response }) => endIfRefused(request, response),
  }
}

const clients = new Map<string, Client<paths>>()

export function clientFor(server: Server): Client<paths> {
  const known = clients.get(server.base)
  if (known) return known
  const client = createClient<paths>({
    baseUrl: new URL(server.base, window.location.origin).href,
    fetch: (request) => timedFetch(request, TIME_OUT_MS),
    headers: { Accept: 'application/json' },
  })
  client.use(middleware(server.base))
  clients.set(server.base, client)
  return client
}

/** The client of the chosen server. */
export function api(): Client<paths> {
  return clientFor(currentServer())
}

/** The `fetch` of calls that carry a file: its way takes longer than any answer may. */
export function fileFetch(request: Request): Promise<Response> {
  return timedFetch(request, FILE_TIME_OUT_MS)
}

export interface Reply<T> {
  data?: T
  error?: unknown
  response: Response
}

function saysFailure(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === false
}

/** Waits for a reply and returns its body, or throws an ApiError (or the abort, untouched). */
export async function call<T>(request: Promise<Reply<T>>): Promise<NonNullable<T>> {
  let reply: Reply<T>
  try {
    reply = await request
  } catch (error) {
    if (isAbort(error) || error instanceof ApiError) throw error
    throw noResponse(error)
  }
  const { data, error, response } = reply
  if (!response.ok) throw fromReply(response, error)
  if (data === undefined || data === null) throw emptyResponse(response.status)
  if (saysFailure(data)) throw fromReply(response, data)
  return data
}
