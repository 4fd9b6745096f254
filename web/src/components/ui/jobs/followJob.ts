// Asks how a job is doing, once a second, until it has finished. What goes wrong on the way says
// nothing about the job, which goes on: thirty losses in a row end the asking, or an error that
// the caller knows to be final.
const POLL_MS = 1_000
const LOST_POLLS = 30

interface FollowOptions {
  /** Aborted, the asking ends with the signal's reason. */
  signal?: AbortSignal
  isFinal?: (error: unknown) => boolean
}

export async function followJob<J extends { finished: boolean }>(
  ask: () => Promise<J>,
  { signal, isFinal = () => false }: FollowOptions = {},
): Promise<J> {
  for (let lost = 0; ;) {
    try {
      const job = await ask()
      lost = 0
      if (job.finished) return job
    } catch (error) {
      lost += 1
      if (lost >= LOST_POLLS || isFinal(error)) throw error
    }
    signal?.throwIfAborted()
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS)
    })
    signal?.throwIfAborted()
  }
}
