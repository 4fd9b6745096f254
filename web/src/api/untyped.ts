// Calls to paths that the generated client does not know yet. Same session key, time-out,
// idempotency key and errors as every other call; only the types are the caller's word.
// It goes away when `scripts/generate` has written the paths of shipping and money.
import { call, type Reply, send } from './client'
import { fromReply } from './errors'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Empty ones are dropped, as the specification asks. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

interface AskOptions {
  query?: Query
  body?: object
  signal?: AbortSignal | undefined
  /** The idempotency key, where a repetition must carry the same one; else each call gets its own. */
  key?: string
}

export function withQuery(path: string, query: Query = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value))
  }
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

async function reply<T>(method: Method, path: string, options: AskOptions): Promise<Reply<T>> {
  const { query, body, signal, key } = options
  const response = await send(withQuery(path, query), {
    method,
    headers: {
      Accept: 'application/json',
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(key ? { 'Idempotency-Key': key } : {}),
    },
    body: body ? JSON.stringify(body) : null,
    signal: signal ?? null,
  })
  const text = await response.text()
  if (!response.ok) return { error: parsed(text), response }
  return text === '' ? { response } : { data: JSON.parse(text), response }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's page of words: the status speaks.
    return null
  }
}

export function ask<T>(
  method: Method,
  path: string,
  options: AskOptions = {},
): Promise<NonNullable<T>> {
  return call(reply<T>(method, path, options))
}

async function fileReply(path: string, signal?: AbortSignal): Promise<Reply<Blob>> {
  const response = await send(path, { signal: signal ?? null })
  if (!response.ok) throw fromReply(response, parsed(await response.text()))
  return { data: await response.blob(), response }
}

/** A file of ours, with the session key that a plain link would lack. */
export function fetchFile(path: string, signal?: AbortSignal): Promise<Blob> {
  return call(fileReply(path, signal))
}
