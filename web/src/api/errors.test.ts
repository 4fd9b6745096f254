import { describe, expect, it } from 'vitest'

import {
  ApiError,
  isRefusal,
  failureText,
  fromReply,
  isAbort,
  listErrorText,
  noResponse,
  requestErrorText,
  serverMessageOr,
} from './errors'

const said = new ApiError({ status: 422, serverMessage: 'Name is taken', statusText: 'Odd' })
const silent = new ApiError({ status: 502, statusText: 'Bad Gateway' })
const lost = noResponse(new TypeError('fetch failed'))

describe('the error catalogue', () => {
  it.each([
    [said, 'Request error: Name is taken'],
    [silent, 'Request error: Bad Gateway'],
    [lost, 'Request error: Failed to make a request'],
    [new Error('a bug of ours'), 'Request error: Failed to make a request'],
  ])('tells any failed request: %s', (error, words) => {
    expect(requestErrorText(error)).toBe(words)
  })

  it('tells a failed list by the server message or its own words', () => {
    expect(listErrorText(said)).toBe('Name is taken')
    expect(listErrorText(silent)).toBe('Something went wrong')
    expect(listErrorText(lost)).toBe('Something went wrong')
  })

  it('tells a failed operation by the server message or its own words', () => {
    expect(failureText(said)).toBe('Name is taken')
    expect(failureText(silent)).toBe('Operation failed!')
    expect(serverMessageOr(lost, 'Login error!')).toBe('Login error!')
    expect(serverMessageOr(undefined, 'Login error!')).toBe('Login error!')
  })

  it('knows an abort', () => {
    expect(isAbort(new DOMException('stop', 'AbortError'))).toBe(true)
    expect(isAbort(new DOMException('late', 'TimeoutError'))).toBe(false)
    expect(isAbort(lost)).toBe(false)
  })
})

describe('fromReply', () => {
  it('reads what the server sends', () => {
    const response = new Response(null, { status: 422, headers: { 'X-Request-Id': 'header' } })
    const error = fromReply(response, {
      success: false,
      message: 'Please check the fields',
      errors: { name: ['must be given'] },
      code: 'invalid',
      request_id: 'body',
    })
    expect(error).toMatchObject({
      status: 422,
      serverMessage: 'Please check the fields',
      code: 'invalid',
      requestId: 'body',
      errors: { name: ['must be given'] },
    })
  })

  it.each([null, 'Bad gateway', 7, [], { message: 7, errors: 'x', code: {} }, { errors: [] }])(
    'survives the body %j',
    (body) => {
      const response = new Response(null, { status: 502, headers: { 'X-Request-Id': 'r1' } })
      const error = fromReply(response, body)
      expect(error).toMatchObject({ serverMessage: null, errors: {}, code: null, requestId: 'r1' })
    },
  )

  it('takes a lone message for a list of one and drops what is no text', () => {
    const error = fromReply(new Response(null, { status: 422 }), {
      errors: { zip: 'is wrong', city: [7, 'is empty'], state: [] },
    })
    expect(error.errors).toEqual({ zip: ['is wrong'], city: ['is empty'] })
  })

  it('tells a clear no from what may pass', () => {
    const answer = (status: number) => new ApiError({ status })
    expect([400, 404, 422].map((status) => isRefusal(answer(status)))).toEqual([true, true, true])
    const passing = [answer(429), answer(500), answer(504), noResponse(null), new TypeError('odd')]
    expect(passing.some(isRefusal)).toBe(false)
  })
})
