import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { ApiError, noResponse } from '@/api/errors'

import { followJob } from './followJob'

const going = { finished: false }
const over = { finished: true }
const answer = (status: number) => new ApiError({ status })

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function asking(...answers: (typeof going | Error)[]) {
  const last = answers.at(-1) ?? over
  return vi.fn<() => Promise<typeof going>>(async () => {
    const next = answers.shift() ?? last
    if (next instanceof Error) throw next
    return next
  })
}

async function ended(work: Promise<unknown>) {
  const end = work.then(
    (job) => ({ job }),
    (error: unknown) => ({ error }),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  return end
}

describe('following a job', () => {
  it('outlives whatever is no clear no', async () => {
    const lost = [noResponse(null), answer(429), answer(500), answer(502), answer(504)]
    const ask = asking(going, ...lost, new TypeError('odd'), over)
    expect(await ended(followJob(ask, new AbortController().signal))).toEqual({ job: over })
    expect(ask).toHaveBeenCalledTimes(8)
  })

  it('gives up after thirty losses in a row, not before', async () => {
    const many = Array.from({ length: 29 }, () => answer(500))
    const ask = asking(...many, going, ...many, over)
    expect(await ended(followJob(ask, new AbortController().signal))).toEqual({ job: over })
    const never = asking(answer(500))
    expect(await ended(followJob(never, new AbortController().signal))).toHaveProperty('error')
    expect(never).toHaveBeenCalledTimes(30)
  })

  it('takes a no for a no', async () => {
    const ask = asking(answer(404))
    expect(await ended(followJob(ask, new AbortController().signal))).toHaveProperty('error')
    expect(ask).toHaveBeenCalledOnce()
  })

  it('ends without a word when it is left', async () => {
    const controller = new AbortController()
    const ask = asking(going)
    const work = followJob(ask, controller.signal)
    controller.abort()
    expect(await ended(work)).toEqual({ job: null })
    expect(ask).toHaveBeenCalledOnce()
  })
})
