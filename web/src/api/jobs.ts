// Durable jobs: how far they are, and, at their end, what became of the rows.
import type { BulkFailure, BulkJob } from '@/lib/bulk'

import { api, call } from './client'
import type { LabelsReport } from './shipments/wire'

const FAILED = 'failed'
const SHOWN_FAILURES = 200

async function failuresOf(id: string, signal?: AbortSignal): Promise<BulkFailure[]> {
  const rows = await call(
    api().GET('/dashboard/jobs/{id}/rows', {
      params: { path: { id }, query: { state: FAILED, per: SHOWN_FAILURES } },
      signal: signal ?? null,
    }),
  )
  return rows.items.map(({ row, reference, message }) => ({
    item: reference || `Row#${row}`,
    cause: message || 'Something went wrong',
  }))
}

/** Asks once. */
export async function jobStatus(id: string, signal?: AbortSignal): Promise<BulkJob<LabelsReport>> {
  const params = { path: { id } }
  const { job } = await call(api().GET('/dashboard/jobs/{id}', { params, signal: signal ?? null }))
  const finished = Boolean(job.finished_at)
  const failedCount = job.rows.failed
  const failures = finished && failedCount > 0 ? await failuresOf(id, signal) : []
  const broken = finished && job.state === FAILED
  return {
    done: job.progress.done,
    total: job.progress.total ?? null,
    finished,
    failures,
    failedCount,
    error: broken ? (job.message ?? 'Something went wrong') : null,
    message: broken ? null : (job.message ?? null),
    report: job.report ?? null,
    errors: [],
  }
}
