// Follows the jobs that buy, and asks what became of the rows in view alone: a job may have a
// hundred thousand. Other rows in view are asked for at once: nobody should choose what waits.
import { useEffect, useEffectEvent } from 'react'

import { isRefusal } from '@/api/errors'
import { jobOutcomes, jobStatus } from '@/api/jobs'
import { tellFailure } from '@/components/labels/failure'
import { followJob } from '@/components/ui/jobs/followJob'

import { type Own, type Purchases, running, unknownIn } from './purchases'
import { type Outcomes, outcomesOfRows, ownAmong } from './states'

interface FollowOptions {
  purchases: Purchases
  /** The rows in view. */
  shown: readonly string[]
  learn: (key: string, news: Outcomes, own?: Own) => void
  end: (key: string) => void
}

/** Ids between spaces: the same ones are the same text, and nothing is begun anew. */
const listed = (ids: string) => ids.split(' ').filter((id) => id !== '')

export function useFollow({ purchases, shown, learn, end }: FollowOptions): void {
  const jobs = running(purchases).flatMap(({ jobId }) => jobId ?? [])

  const ask = useEffectEvent(async (jobId: string, rows: string[], signal: AbortSignal) => {
    const job = await jobStatus(jobId, signal)
    const purchase = purchases.find((one) => one.jobId === jobId)
    if (!purchase) return job
    const { ids, unsure } = unknownIn(purchase, rows)
    if (ids.length > 0) {
      const told = await jobOutcomes(jobId, ids, { waiting: unsure, signal })
      learn(purchase.key, outcomesOfRows(told), unsure ? ownAmong(ids, told) : undefined)
    }
    return job
  })

  const finish = useEffectEvent((jobId: string) => {
    const purchase = purchases.find((one) => one.jobId === jobId)
    if (purchase) end(purchase.key)
  })

  const names = jobs.join(' ')
  const view = shown.join(' ')
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const rows = listed(view)
    const follow = async (jobId: string) => {
      for (let said = false; !signal.aborted; said = true) {
        try {
          const asking = () => ask(jobId, rows, signal)
          const job = await followJob(asking, { signal, isFinal: isRefusal })
          finish(jobId)
          if (job.error !== null) tellFailure(new Error(job.error))
          return
        } catch (error) {
          if (signal.aborted) return
          if (!said) tellFailure(error)
          // Without an answer the job may well go on: its rows stay, and it is asked again.
          if (!isRefusal(error)) continue
          finish(jobId)
          return
        }
      }
    }
    for (const jobId of listed(names)) void follow(jobId)
    return () => controller.abort()
  }, [names, view])
}
