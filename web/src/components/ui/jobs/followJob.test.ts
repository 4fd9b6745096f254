import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { followJob } from './followJob'

const going = { finished: false }
const over = { finished: true }
const lost = new Error('lost')
const final = new Error('no')
const isFinal = (error: unknown) => error === final

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
  it('outlives a loss', async () => {
    const ask = asking(going, lost, lost, going, over)
    expect(await ended(followJob(ask, { isFinal }))).toEqual({ job: over })
    expect(ask).toHaveBeenCalledTimes(5)
  })

  it('gives up after thirty losses in a row, not before', async () => {
    const many = Array.from({ length: 29 }, () => lost)
    const ask = asking(...many, going, ...many, over)
    expect(await ended(followJob(ask))).toEqual({ job: over })
    const never = asking(lost)
    expect(await ended(followJob(never))).toEqual({ error: lost })
    expect(never).toHaveBeenCalledTimes(30)
  })

  it('takes a no for a no', async () => {
    const ask = asking(final)
    expect(await ended(followJob(ask, { isFinal }))).toEqual({ error: final })
    expect(ask).toHaveBeenCalledOnce()
  })

  it('ends when it is left', async () => {
    const controller = new AbortController()
    const ask = asking(going)
    const work = followJob(ask, { signal: controller.signal })
    controller.abort('left')
    expect(await ended(work)).toEqual({ error: 'left' })
    expect(ask).toHaveBeenCalledOnce()
  })
})
