import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'

import { readStorage, updateStorage } from '@/lib/storage'
import { failed } from '@/testing/fixtures'
import { mockServer, withMockServer } from '@/testing/server'

import { ApiError } from './errors'
import { ask, fetchFile, withQuery } from './untyped'

withMockServer()

describe('a call outside the generated client', () => {
  it('carries key, idempotency key and body to the chosen server', async () => {
    updateStorage({ key: 'abc', server: 'beta' })
    mockServer.use(
      http.post('*/test/dashboard/things', async ({ request }) => {
        expect(request.headers.get('Authorization')).toBe('Bearer abc')
        expect(request.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
        expect(await request.json()).toEqual({ thing: 1 })
        return HttpResponse.json({ success: true, id: 7 })
      }),
    )
    const body = { thing: 1 }
    await expect(ask('POST', '/dashboard/things', { body })).resolves.toMatchObject({ id: 7 })
  })

  it('drops empty parameters', () => {
    expect(withQuery('/x', { a: '', b: undefined, c: null, d: 0, e: false })).toBe('/x?d=0&e=false')
  })

  it.each([
    [failed(422, { message: 'No', errors: { base: ['worse'] } }), 'No', ['worse']],
    [failed(422, { message: 'No', errors: ['one', 'two'] }), 'No', ['one', 'two']],
    [HttpResponse.json({ success: false, message: 'No' }), 'No', undefined],
    [new HttpResponse('<html>', { status: 502 }), 'Something went wrong', undefined],
    [new HttpResponse('', { status: 200 }), 'Something went wrong', undefined],
    [new HttpResponse('<html>', { status: 200 }), 'Something went wrong', undefined],
  ])('fails as every call does', async (response, message, listed) => {
    mockServer.use(http.get('*/dashboard/things', () => response))
    const error: unknown = await ask('GET', '/dashboard/things').catch((caught: unknown) => caught)
    if (!(error instanceof ApiError)) throw new Error('no ApiError')
    expect(error.message).toBe(message)
    expect(error.errors['base']).toEqual(listed)
  })

  it('ends the session on a 401', async () => {
    updateStorage({ key: 'abc' })
    mockServer.use(http.get('*/dashboard/file', () => failed(401, { message: 'Please sign in' })))
    await expect(fetchFile('/dashboard/file')).rejects.toThrow('Please sign in')
    expect(readStorage().key).toBeNull()
  })

  it('fetches files', async () => {
    mockServer.use(http.get('*/dashboard/file', () => new HttpResponse('%PDF')))
    const file = await fetchFile('/dashboard/file')
    await expect(file.text()).resolves.toBe('%PDF')
  })
})
