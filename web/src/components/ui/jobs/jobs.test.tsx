import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { renderUi } from '@/testing/renderUi'

import { groupFailures, type JobSnapshot } from './job'
import { JobProgress } from './JobProgress'
import { type PollJob } from './useJob'

const running = (done: number): JobSnapshot => ({
  done,
  total: 200,
  finished: false,
  failures: [],
})

const text = (done: number, total: number) => `Getting rates: ${done} out of ${total} shipments`

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

async function pass(ms: number) {
  await act(async () => vi.advanceTimersByTimeAsync(ms))
}

describe('JobProgress', () => {
  it('polls every second until the job has finished', async () => {
    const poll = vi
      .fn<PollJob>()
      .mockResolvedValueOnce({ ...running(0), total: null })
      .mockResolvedValueOnce(running(1))
      .mockResolvedValueOnce(running(50))
      .mockResolvedValue({ ...running(200), finished: true })
    const onFinished = vi.fn()
    renderUi(
      <JobProgress poll={poll} text={text} noun="shipment" onFinished={onFinished} mayLeave />,
    )
    await pass(0)
    expect(screen.getByRole('status')).toHaveTextContent('Starting...')
    expect(screen.getByText(/You may leave this page/)).toBeVisible()
    await pass(999)
    expect(poll).toHaveBeenCalledTimes(1)
    await pass(1)
    expect(screen.getByRole('status')).toHaveTextContent(text(1, 200))
    const bar = screen.getByRole('progressbar', { name: text(1, 200) })
    expect(bar).toHaveAttribute('aria-valuenow', '4')
    await pass(1_000)
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
    await pass(1_000)
    expect(screen.getByText('200 shipments done.')).toBeVisible()
    expect(screen.queryByText(/You may leave this page/)).toBeNull()
    expect(onFinished).toHaveBeenCalledOnce()
    await pass(5_000)
    expect(poll).toHaveBeenCalledTimes(4)
  })

  it('reports failures by cause, the commonest first, and offers to retry them', async () => {
    const failures = [
      { item: 'Row#3', cause: 'The ZIP code is unknown' },
      ...Array.from({ length: 10 }, (_, at) => ({
        item: `Row#${at + 10}`,
        cause: 'The weight is missing',
      })),
    ]
    const poll = vi
      .fn<PollJob>()
      .mockResolvedValue({ done: 200, total: 200, finished: true, failures })
    const onRetryFailed = vi.fn()
    renderUi(<JobProgress poll={poll} text={text} noun="shipment" onRetryFailed={onRetryFailed} />)
    await pass(0)
    expect(screen.getByText('189 shipments done, 11 failed.')).toBeVisible()
    const items = within(screen.getByRole('list', { name: 'Failures by cause' })).getAllByRole(
      'listitem',
    )
    expect(items[0]).toHaveTextContent('10 ×The weight is missing')
    expect(items[0]).toHaveTextContent('Row#17 and 2 more')
    expect(items[1]).toHaveTextContent('1 ×The ZIP code is unknownRow#3')
    screen.getByRole('button', { name: 'Retry failed' }).click()
    expect(onRetryFailed).toHaveBeenCalledOnce()
  })

  it('keeps asking when a poll fails, and says so', async () => {
    const poll = vi
      .fn<PollJob>()
      .mockResolvedValueOnce(running(50))
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue(running(60))
    renderUi(<JobProgress poll={poll} text={text} noun="shipment" />)
    await pass(1_000)
    expect(screen.getByText(/The connection was lost/)).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent(text(50, 200))
    await pass(1_000)
    expect(screen.queryByText(/The connection was lost/)).toBeNull()
    expect(screen.getByRole('status')).toHaveTextContent(text(60, 200))
  })

  it('stops and aborts when it is left', async () => {
    const poll = vi.fn<PollJob>().mockResolvedValue(running(1))
    const { unmount } = renderUi(<JobProgress poll={poll} text={text} noun="shipment" />)
    await pass(0)
    const signal = poll.mock.calls[0]?.[0]
    unmount()
    expect(signal?.aborted).toBe(true)
    await pass(3_000)
    expect(poll).toHaveBeenCalledOnce()
  })

  it('shows why a job failed as a whole', async () => {
    const poll = vi.fn<PollJob>().mockResolvedValue({
      done: 0,
      total: null,
      finished: true,
      failures: [],
      error: 'The file cannot be read',
    })
    renderUi(<JobProgress poll={poll} text={text} noun="shipment" />)
    await pass(0)
    expect(screen.getByRole('alert')).toHaveTextContent('The file cannot be read')
  })
})

describe('groupFailures', () => {
  it('keeps equal counts in the order of their first failure', () => {
    const failures = ['b', 'a', 'c', 'a'].map((cause, at) => ({ item: String(at), cause }))
    expect(groupFailures(failures)).toEqual([
      { cause: 'a', items: ['1', '3'] },
      { cause: 'b', items: ['0'] },
      { cause: 'c', items: ['2'] },
    ])
  })
})
