// Follows a job: asks again a second after each answer, until it has finished or the component has
// gone. A failed poll says 'lost' and is tried again; the job itself is not touched by any of it.
import { useEffect, useEffectEvent, useState } from 'react'

import type { JobSnapshot } from './job'

const POLL_MS = 1_000

export type PollJob = (signal: AbortSignal) => Promise<JobSnapshot>

interface FollowedJob {
  job: JobSnapshot | null
  /** The latest poll failed; shown until one succeeds. */
  lost: boolean
}

export function useJob(poll: PollJob, onFinished?: (job: JobSnapshot) => void): FollowedJob {
  const [followed, setFollowed] = useState<FollowedJob>({ job: null, lost: false })
  const ask = useEffectEvent(poll)
  const finish = useEffectEvent((job: JobSnapshot) => onFinished?.(job))

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    const next = async () => {
      try {
        const job = await ask(signal)
        if (signal.aborted) return
        setFollowed({ job, lost: false })
        if (job.finished) {
          finish(job)
          return
        }
      } catch {
        if (signal.aborted) return
        setFollowed(({ job }) => ({ job, lost: true }))
      }
      timer = setTimeout(() => void next(), POLL_MS)
    }
    void next()
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [])

  return followed
}
