// Durable jobs: the list of the account's bulk actions, how far one is, and what became of its rows.
import { queryOptions } from '@tanstack/react-query'

import type { BulkFailure, BulkJob } from '@/lib/bulk'

import { api, call } from './client'
import type { components } from './schema.gen'
import type { LabelsReport } from './shipments/wire'

type Schemas = components['schemas']

const FAILED = 'failed'
/** An upload's drafts stand among the others. */
const BUYS = new Set(['buy_labels', 'buy_upload'])
/** The longest page. */
const MOST = 200
const JOBS = 'jobs'
const ONE = '/dashboard/jobs/{id}'
const ROWS = '/dashboard/jobs/{id}/rows'
const LIST_POLL_MS = 2_000

/** What a job's own page shows. */
export type JobDetail = Schemas['JobOut']
/** A row of the list. */
export type JobRow = Schemas['JobItemOut']
/** What became of one row of a job. */
export type JobOutcome = Schemas['JobRowOut']

interface PageParams {
  page: number
  per: number
  state?: string | undefined
}

export function isRunning({ state }: { state: string }): boolean {
  return state === 'queued' || state === 'running'
}

/** Marks every job and every page of the list, for invalidation. */
export const jobsKey = [JOBS] as const

export function jobsQuery({ page, per, state }: PageParams) {
  return queryOptions({
    queryKey: [JOBS, 'list', { page, per, state }],
    queryFn: ({ signal }) =>
      call(api().GET('/dashboard/jobs', { params: { query: { page, per, state } }, signal })),
    // Counts go on while something runs.
    refetchInterval: (query) => (query.state.data?.items.some(isRunning) ? LIST_POLL_MS : false),
  })
}

export function jobQuery(id: string) {
  return queryOptions({
    queryKey: [JOBS, 'one', id],
    queryFn: async ({ signal }) => {
      const { job } = await call(api().GET(ONE, { params: { path: { id } }, signal }))
      return job
    },
    // The page tells the failure.
    meta: { quiet: true },
  })
}

/** Marks every page of a job's rows, for invalidation. */
export function jobRowsKey(id: string) {
  return [JOBS, 'rows', id] as const
}

export function jobRowsQuery(id: string, { page, per, state }: PageParams) {
  return queryOptions({
    queryKey: [...jobRowsKey(id), { page, per, state }],
    queryFn: ({ signal }) =>
      call(api().GET(ROWS, { params: { path: { id }, query: { page, per, state } }, signal })),
  })
}

/** Why rows failed, and how many of each. `failed` is how many there are now: more of them may have other causes. */
export function jobCausesQuery(id: string, failed: number) {
  return queryOptions({
    queryKey: [JOBS, 'causes', id, failed],
    queryFn: async ({ signal }) => {
      const path = '/dashboard/jobs/{id}/causes'
      const reply = await call(api().GET(path, { params: { path: { id } }, signal }))
      return reply.items
    },
    meta: { quiet: true },
  })
}

/** Does again what failed. Returns the new job's id. */
export async function retryJob(id: string): Promise<string> {
  const path = '/dashboard/jobs/{id}/retry'
  const reply = await call(api().POST(path, { params: { path: { id } } }))
  return reply.job_id
}

/** Stops what has not started. */
export async function cancelJob(id: string): Promise<void> {
  await call(api().POST('/dashboard/jobs/{id}/cancel', { params: { path: { id } } }))
}

async function failuresOf(id: string, signal?: AbortSignal): Promise<BulkFailure[]> {
  const rows = await call(
    api().GET(ROWS, {
      params: { path: { id }, query: { state: FAILED, per: MOST } },
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
  const { job } = await call(api().GET(ONE, { params, signal: signal ?? null }))
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

/** How a row stands that the job has still to reach. */
export const WAITING = 'waiting'

/**
 * What became of these things, at most 200; nothing of those that the job is not about. What it has
 * still to reach comes only when asked for: the server then looks through all that it is about.
 */
export async function jobOutcomes(
  id: string,
  references: readonly string[],
  options: { waiting: boolean; signal: AbortSignal },
): Promise<JobOutcome[]> {
  const asked = { references: references.join(','), per: MOST }
  const params = { path: { id }, query: options.waiting ? { ...asked, waiting: true } : asked }
  const { items } = await call(api().GET(ROWS, { params, signal: options.signal }))
  return items
}

/** The purchases of drafts that have not ended, whoever began them and wherever. */
export async function buyJobs(signal?: AbortSignal): Promise<string[]> {
  const found = new Set<string>()
  // In this order: one that starts between the two answers is in the second.
  for (const state of ['queued', 'running']) {
    const params = { query: { state, per: MOST } }
    const { items } = await call(api().GET('/dashboard/jobs', { params, signal: signal ?? null }))
    for (const { id, kind } of items) if (BUYS.has(kind)) found.add(id)
  }
  return [...found]
}
