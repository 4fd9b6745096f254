// A durable job as the screens see it, and its failures grouped by what caused them.

export interface JobFailure {
  /** What failed: 'Row#3', a tracking code. */
  item: string
  cause: string
}

export interface JobSnapshot {
  done: number
  /** Null until the job has counted. */
  total: number | null
  finished: boolean
  failures: readonly JobFailure[]
  /** How many rows failed, when `failures` lists only the first of them. */
  failedCount?: number
  /** Set when the job as a whole failed. */
  error?: string | null
}

export interface FailureGroup {
  cause: string
  items: readonly string[]
}

/** The commonest cause first; within a cause, in the order given. */
export function groupFailures(failures: readonly JobFailure[]): FailureGroup[] {
  const groups = new Map<string, string[]>()
  for (const { item, cause } of failures) {
    const items = groups.get(cause)
    if (items) items.push(item)
    else groups.set(cause, [item])
  }
  return [...groups]
    .map(([cause, items]) => ({ cause, items }))
    .toSorted((a, b) => b.items.length - a.items.length)
}

export function failedCount(job: JobSnapshot): number {
  return job.failedCount ?? job.failures.length
}
