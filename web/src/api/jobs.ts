// Durable jobs: the list of the account's bulk actions, how far one is, and what became of its rows.
import { queryOptions } from '@tanstack/react-query'

import type { BulkFailure, BulkJob } from '@/lib/bulk'

import { api, call } from './client'
import type { components } from './schema.gen'
import type { LabelsReport } from './shipments/wire'
import { ask } from './untyped'

const FAILED = 'failed'
const SHOWN_FAILURES = 200
const JOBS = 'jobs'
const PATH = '/dashboard/jobs'
const LIST_POLL_MS = 2_000

type JobOut = components['schemas']['JobOut']

/** What a job's own page shows. */
export interface JobDetail extends JobOut {
  title: string
  link: string | null
  cancellable: boolean
  retryable: boolean
}

/** A row of the list. */
export interface JobRow {
  id: string
  kind: string
  /** In words: 'Buying 12 labels'. */
  title: string
  /** Who started it. */
  by: string
  state: string
  created_at: string
  finished_at: string | null
  total: number | null
  done: number
  failed: number
  cancellable: boolean
  retryable: boolean
  /** The page of what it works on, such as '/shipment-upload/upl_1'. */
  link: string | null
}

/** What became of one row of a job. */
export interface JobOutcome {
  row: number
  state: string
  message?: string | null
  reference?: string | null
}

interface ListReply<T> {
  items: T[]
  total_count: number
}

interface PageParams {
  page: number
  per: number
  state?: string | undefined
}

function pathOf(id: string, rest = ''): string {
  return `${PATH}/${encodeURIComponent(id)}${rest}`
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
      ask<ListReply<JobRow>>('GET', PATH, { query: { page, per, state }, signal }),
    // Counts go on while something runs.
    refetchInterval: (query) => (query.state.data?.items.some(isRunning) ? LIST_POLL_MS : false),
  })
}

export function jobQuery(id: string) {
  return queryOptions({
    queryKey: [JOBS, 'one', id],
    queryFn: async ({ signal }) => {
      const { job } = await ask<{ job: JobDetail }>('GET', pathOf(id), { signal })
      return job
    },
    // The page tells the failure.
    meta: { quiet: true },
  })
}

export function jobRowsQuery(id: string, { page, per, state }: PageParams) {
  return queryOptions({
    queryKey: [JOBS, 'rows', id, { page, per, state }],
    queryFn: ({ signal }): Promise<ListReply<JobOutcome>> =>
      call(
        api().GET('/dashboard/jobs/{id}/rows', {
          params: { path: { id }, query: { page, per, ...(state ? { state } : {}) } },
          signal,
        }),
      ),
  })
}

/** Why rows failed, and how many of each. */
interface JobCause {
  message: string
  count: number
}

/** `failed` is how many there are now: more of them may have other causes. */
export function jobCausesQuery(id: string, failed: number) {
  return queryOptions({
    queryKey: [JOBS, 'causes', id, failed],
    queryFn: async ({ signal }) => {
      const reply = await ask<{ items: JobCause[] }>('GET', pathOf(id, '/causes'), { signal })
      return reply.items
    },
    meta: { quiet: true },
  })
}

/** Does again what failed. Returns the new job's id. */
export async function retryJob(id: string): Promise<string> {
  const reply = await ask<{ job_id: string }>('POST', pathOf(id, '/retry'), { body: {} })
  return reply.job_id
}

/** Stops what has not started. */
export async function cancelJob(id: string): Promise<void> {
  await ask('POST', pathOf(id, '/cancel'), { body: {} })
}

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

/** The outcomes so far, in the order they came in; at most the latest page of them. */
export async function jobOutcomes(id: string, page: number): Promise<ListReply<JobOutcome>> {
  return call(
    api().GET('/dashboard/jobs/{id}/rows', {
      params: { path: { id }, query: { page, per: SHOWN_FAILURES } },
    }),
  )
}
