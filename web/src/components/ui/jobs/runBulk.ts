// Runs a bulk action behind the busy modal. The request itself can be cancelled; once it has become
// a job, the modal follows the job with a progress bar and may be left: the job goes on, and the
// outcome is returned all the same, marked as `left`.
import { withBusy } from '@/components/ui/modals/busy'
import type { BulkFailure, BulkJob, BulkReport, BulkStart } from '@/lib/bulk'

import { followJob } from './followJob'

export interface BulkWork<R> {
  /** 'Buying 3 label(s)...' */
  text: string
  start: (signal: AbortSignal) => Promise<BulkStart<R>>
  poll: (jobId: string) => Promise<BulkJob<NoInfer<R>>>
}

export interface BulkOutcome<R> extends BulkReport<R> {
  failures: readonly BulkFailure[]
  /** How many rows were done without a failure; null when the server did not say. */
  good: number | null
  /** The modal was left before the end. */
  left: boolean
}

function follow<R>(
  poll: () => Promise<BulkJob<R>>,
  report: (progress: { done: number; total: number }) => void,
): Promise<BulkJob<R>> {
  return followJob(async () => {
    const job = await poll()
    if (job.total !== null) report({ done: job.done, total: job.total })
    return job
  })
}

/** Throws when the request failed or was cancelled, or when the job as a whole failed. */
export async function runBulk<R>({ text, start, poll }: BulkWork<R>): Promise<BulkOutcome<R>> {
  const started = await withBusy(text, start)
  if (started.kind === 'finished') {
    const { message, report, errors } = started
    return { message, report, errors, failures: [], good: null, left: false }
  }
  let left = false
  const job = await withBusy(text, (_signal, report) => follow(() => poll(started.jobId), report), {
    cancellable: false,
    mayLeave: true,
    onLeave: () => (left = true),
    page: `/jobs/${encodeURIComponent(started.jobId)}`,
  })
  if (job.error !== null) throw new Error(job.error)
  const { message, report, errors, failures, done, failedCount } = job
  return { message, report, errors, failures, good: Math.max(0, done - failedCount), left }
}
