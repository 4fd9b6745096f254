// Follows the jobs that buy, and asks what became of the rows in view alone: a job may have a
// hundred thousand.
import { useEffect, useEffectEvent } from 'react'

import { isRefusal } from '@/api/errors'
import { jobOutcomes, jobStatus } from '@/api/jobs'
import { tellFailure } from '@/components/labels/failure'
import { followJob } from '@/components/ui/jobs/followJob'

import { type Purchases, running, unknownIn } from './purchases'
import { type Outcomes, outcomesOfRows } from './states'

interface FollowOptions {
  purchases: Purchases
  /** The rows in view. */
  shown: readonly string[]
  learn: (key: string, news: Outcomes) => void
  end: (key: string) => void
}

export function useFollow({ purchases, shown, learn, end }: FollowOptions): void {
  const jobs = running(purchases).flatMap(({ jobId }) => jobId ?? [])

  const ask = useEffectEvent(async (jobId: string, signal: AbortSignal) => {
    const job = await jobStatus(jobId, signal)
    const purchase = purchases.find((one) => one.jobId === jobId)
    const ids = purchase ? unknownIn(purchase, shown) : []
    if (purchase && ids.length > 0) {
      learn(purchase.key, outcomesOfRows(await jobOutcomes(jobId, ids, signal)))
    }
    return job
  })

  const finish = useEffectEvent((jobId: string) => {
    const purchase = purchases.find((one) => one.jobId === jobId)
    if (purchase) end(purchase.key)
  })

  const names = jobs.join(' ')
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const follow = async (jobId: string) => {
      try {
        const job = await followJob(() => ask(jobId, signal), { signal, isFinal: isRefusal })
        finish(jobId)
        if (job.error !== null) tellFailure(new Error(job.error))
      } catch (error) {
        if (signal.aborted) return
        // Without an answer the job may well go on: its rows stay as they are.
        if (isRefusal(error)) finish(jobId)
        tellFailure(error)
      }
    }
    for (const jobId of names.split(' ')) if (jobId !== '') void follow(jobId)
    return () => controller.abort()
  }, [names])
}
