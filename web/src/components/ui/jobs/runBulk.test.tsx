import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'

import { isCancelled } from '@/components/ui/modals/busy'
import type { BulkJob, BulkStart } from '@/lib/bulk'
import { renderUi } from '@/testing/renderUi'

import { runBulk } from './runBulk'

const running: BulkJob<string> = {
  done: 1,
  total: 3,
  finished: false,
  failures: [],
  failedCount: 0,
  error: null,
  message: null,
  report: null,
  errors: [],
}
const finished: BulkJob<string> = { ...running, done: 3, finished: true, report: 'all there' }
const startJob = (): Promise<BulkStart<string>> =>
  Promise.resolve({ kind: 'running', jobId: 'job_1' })

describe('a bulk action', () => {
  beforeEach(() => void renderUi(<p>Page</p>))

  it('that is quick returns its report', async () => {
    const reply = { kind: 'finished', message: 'Done', report: 7, errors: [] } as const
    const outcome = await runBulk({
      text: 'Buying 1 label(s)...',
      start: () => Promise.resolve(reply),
      poll: () => Promise.reject(new Error('never asked')),
    })
    expect(outcome).toMatchObject({ message: 'Done', report: 7, left: false })
  })

  it('can be cancelled while it is a request', async () => {
    const { user } = renderUi(<p>Page</p>)
    const work = runBulk({
      text: 'Buying 1 label(s)...',
      start: (signal) =>
        new Promise<BulkStart<string>>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
      poll: () => Promise.resolve(finished),
    })
    const told = work.catch((error: unknown) => isCancelled(error))
    await user.click((await screen.findAllByRole('button', { name: 'Cancel' }))[0] ?? document.body)
    expect(await told).toBe(true)
  })

  it('that became a job is followed over a lost poll', async () => {
    const answers = [running, null, finished]
    const outcome = await runBulk({
      text: 'Buying 3 label(s)...',
      start: startJob,
      poll: () => {
        const next = answers.shift()
        return next ? Promise.resolve(next) : Promise.reject(new Error('lost'))
      },
    })
    expect(outcome).toMatchObject({ report: 'all there', good: 3, left: false })
  })

  it('that is left goes on, and says that it was left', async () => {
    const { user } = renderUi(<p>Page</p>)
    let last = running
    const work = runBulk({
      text: 'Buying 3 label(s)...',
      start: startJob,
      poll: () => Promise.resolve(last),
    })
    await user.click((await screen.findAllByRole('button', { name: 'Leave' }))[0] ?? document.body)
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Leave' })).not.toBeInTheDocument(),
    )
    last = finished
    expect(await work).toMatchObject({ report: 'all there', left: true })
  })

  it('whose job failed as a whole throws its reason', async () => {
    const work = runBulk({
      text: 'Buying 3 label(s)...',
      start: startJob,
      poll: () => Promise.resolve({ ...finished, error: 'The carrier is away' }),
    })
    await expect(work).rejects.toThrow('The carrier is away')
  })
})
