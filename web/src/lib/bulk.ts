// What a bulk action answers: the finished report, or the job that goes on with the work. The api
// and the dialogs that follow it both speak of it, so it stands below both.

export interface BulkReport<R> {
  /** What the server said. */
  message: string | null
  /** Null when a job kept none; its rows then tell. */
  report: R | null
  errors: readonly string[]
}

export type BulkStart<R> =
  | ({ kind: 'finished' } & BulkReport<R>)
  | { kind: 'running'; jobId: string }

export interface BulkFailure {
  item: string
  cause: string
}

/** How the job of a bulk action is doing. */
export interface BulkJob<R> extends BulkReport<R> {
  done: number
  total: number | null
  finished: boolean
  /** Filled once it has finished. */
  failures: readonly BulkFailure[]
  failedCount: number
  /** Set when the job as a whole failed. */
  error: string | null
}
