// Calls to routes whose types are not generated yet. They pass the one client of the app and so get
// its key, time-out and idempotency key. When the generated types have the shipping routes, api.ts
// calls the client itself and this file goes.
import { api, call } from '@/api/client'
import { ApiError } from '@/api/errors'

type Method = 'get' | 'post' | 'patch' | 'delete'

interface Init {
  params?: { path?: Record<string, string>; query?: Record<string, unknown> }
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

interface Reply<T> {
  data?: T
  error?: unknown
  response: Response
}

type Request = <T>(method: Method, path: string, init: Init) => Promise<Reply<T>>

function isRequest(value: unknown): value is Request {
  return typeof value === 'function'
}

/** The bare reply, for calls whose failures carry more than words. */
export function request<T>(method: Method, path: string, init: Init = {}): Promise<Reply<T>> {
  const send: unknown = api().request
  if (!isRequest(send)) throw new TypeError('the client has no request function')
  return send<T>(method, `/dashboard${path}`, init)
}

/** The body of the reply, or an ApiError. */
export function ask<T>(method: Method, path: string, init: Init = {}) {
  return call(request<T>(method, path, init))
}

/** Field errors may be named below the object they were sent in ('shipment.to_address.zip'). */
export async function withFieldsBelow<T>(wrapper: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const entries = Object.entries(error.errors).map(([path, messages]) => [
      path.startsWith(`${wrapper}.`) ? path.slice(wrapper.length + 1) : path,
      messages,
    ])
    const { status, serverMessage, statusText, code, requestId } = error
    const errors = Object.fromEntries(entries)
    throw new ApiError({
      status,
      serverMessage,
      statusText,
      errors,
      code,
      requestId,
      cause: error,
    })
  }
}
