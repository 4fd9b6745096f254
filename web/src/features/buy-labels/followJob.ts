// Asks how a job is doing until it has finished. What goes wrong on the way says nothing about the
// job, which goes on: only an answer that says no ends the asking at once.
import { ApiError } from '@/api/errors'

const POLL_MS = 1_000
/** A poll may fail now and then; the job is not touched by it. */
const LOST_POLLS = 30
const TOO_MANY_REQUESTS = 429

/** The server has answered, and will say the same again. */
export function isRefusal(error: unknown): boolean {
  const status = error instanceof ApiError ? (error.status ?? 0) : 0
  return status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS
}

/** Null when it was left before the end. */
export async function followJob<J extends { finished: boolean }>(
  ask: () => Promise<J>,
  signal: AbortSignal,
): Promise<J | null> {
  for (let lost = 0; !signal.aborted;) {
    try {
      const job = await ask()
      lost = 0
      if (job.finished) return job
    } catch (error) {
      lost += 1
      if (!signal.aborted && (lost >= LOST_POLLS || isRefusal(error))) throw error
    }
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS)
    })
  }
  return null
}
