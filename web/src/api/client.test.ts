import { delay, http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { readStorage, updateStorage } from '@/lib/storage'
import { mockServer, testConfig, withMockServer } from '@/testing/server'

import { api, call, clientFor } from './client'
import { requestErrorText } from './errors'

withMockServer()

const ok = { success: true, message: 'done' }
let seen: Request[] = []

beforeEach(() => {
  seen = []
})

function answer(status: number, body: object | string, method: 'get' | 'post' | 'delete' = 'get') {
  mockServer.use(
    http[method]('*/dashboard/*', ({ request }) => {
      seen.push(request)
      return typeof body === 'string'
        ? new HttpResponse(body, { status, statusText: 'Odd status' })
        : HttpResponse.json(body, { status, statusText: 'Odd status' })
    }),
  )
}

const getToken = (signal?: AbortSignal) =>
  call(api().GET('/dashboard/api_keys/token', { signal: signal ?? null }))
const acceptTerms = () => call(api().POST('/dashboard/user/accept_tos', { body: { version: 1 } }))

describe('a request', () => {
  it('carries the stored key and asks for JSON', async () => {
    updateStorage({ key: 'abc' })
    answer(200, { success: true, token: 't' })
    await expect(getToken()).resolves.toEqual({ success: true, token: 't' })
    expect(seen[0]?.headers.get('Authorization')).toBe('Bearer abc')
    expect(seen[0]?.headers.get('Accept')).toBe('application/json')
    expect(seen[0]?.headers.has('Idempotency-Key')).toBe(false)
  })

  it('goes to the chosen server, and never takes a key to another one', async () => {
    updateStorage({ key: 'abc', server: 'beta' })
    answer(200, { success: true, token: 't' })
    await getToken()
    expect(new URL(seen[0]?.url ?? '').pathname).toBe('/test/dashboard/api_keys/token')
    await call(clientFor(testConfig.servers.primary).GET('/dashboard/api_keys/token'))
    expect(new URL(seen[1]?.url ?? '').pathname).toBe('/dashboard/api_keys/token')
    expect(seen[1]?.headers.has('Authorization')).toBe(false)
  })

  it('that changes something carries a fresh idempotency key each time', async () => {
    answer(200, ok, 'post')
    await acceptTerms()
    await acceptTerms()
    const keys = seen.map((request) => request.headers.get('Idempotency-Key'))
    expect(keys[0]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(keys[1]).not.toBe(keys[0])
  })
})

describe('a failed request', () => {
  it('throws what the server said', async () => {
    answer(422, { success: false, message: 'No', errors: { a: ['b'] }, code: 'invalid' }, 'post')
    await expect(acceptTerms()).rejects.toMatchObject({
      status: 422,
      serverMessage: 'No',
      code: 'invalid',
      errors: { a: ['b'] },
    })
  })

  it('is told by its status text when the body says nothing', async () => {
    answer(502, '<h1>Bad gateway</h1>')
    const error = await getToken().catch((reason: unknown) => reason)
    expect(requestErrorText(error)).toBe('Request error: Odd status')
  })

  it('is told when no response came', async () => {
    mockServer.use(http.get('*/dashboard/*', () => HttpResponse.error()))
    const error = await getToken().catch((reason: unknown) => reason)
    expect(requestErrorText(error)).toBe('Request error: Failed to make a request')
  })

  it('is told when the body of a good answer cannot be read', async () => {
    answer(200, '{"success": tru')
    const error = await getToken().catch((reason: unknown) => reason)
    expect(requestErrorText(error)).toBe('Request error: Failed to make a request')
  })

  it('is an empty answer', async () => {
    answer(200, '')
    const error = await getToken().catch((reason: unknown) => reason)
    expect(requestErrorText(error)).toBe('Request error: Empty response from the server')
  })

  it('is success: false even with a good status', async () => {
    answer(200, { success: false, message: 'Not this time' })
    await expect(getToken()).rejects.toMatchObject({ status: 200, serverMessage: 'Not this time' })
  })

  it('is one that takes longer than 20 seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(20_000)
      const late = new AbortController()
      setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), 20)
      return late.signal
    })
    mockServer.use(http.get('*/dashboard/*', () => delay('infinite')))
    await expect(getToken()).rejects.toMatchObject({ name: 'ApiError', status: null })
    expect(timeout).toHaveBeenCalledOnce()
  })

  it('that was aborted stays an abort', async () => {
    mockServer.use(http.get('*/dashboard/*', () => delay('infinite')))
    const stop = new AbortController()
    const request = getToken(stop.signal)
    stop.abort()
    await expect(request).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a 401', () => {
  const refused = { success: false, message: 'Please sign in', code: 'unauthenticated' }

  it('clears local storage', async () => {
    updateStorage({ key: 'abc', per: 100, server: 'beta' })
    answer(401, refused)
    await expect(getToken()).rejects.toMatchObject({ status: 401 })
    expect(localStorage.length).toBe(0)
    expect(readStorage().key).toBeNull()
  })

  it('to a sign-in leaves the stored session alone', async () => {
    updateStorage({ key: 'abc' })
    mockServer.use(
      http.post('*/users/sign_in', ({ request }) => {
        seen.push(request)
        return HttpResponse.json(refused, { status: 401 })
      }),
    )
    const user = { email: 'a@example.com', password: 'password' }
    await expect(call(api().POST('/users/sign_in', { body: { user } }))).rejects.toMatchObject({
      serverMessage: 'Please sign in',
    })
    expect(seen[0]?.headers.has('Authorization')).toBe(false)
    expect(readStorage().key).toBe('abc')
  })

  it('to a key that was replaced meanwhile ends nothing', async () => {
    updateStorage({ key: 'old' })
    mockServer.use(
      http.get('*/dashboard/*', () => {
        updateStorage({ key: 'new' })
        return HttpResponse.json(refused, { status: 401 })
      }),
    )
    await expect(getToken()).rejects.toMatchObject({ status: 401 })
    expect(readStorage().key).toBe('new')
  })
})
