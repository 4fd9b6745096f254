// Buys chosen drafts and follows what becomes of each. The purchase is the server's: leaving the
// page stops nothing, and who comes back finds rows that are still being bought as such.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { jobOutcomes, jobStatus } from '@/api/jobs'
import { type BulkTarget, buyLabels } from '@/api/shipments/bulk'
import { shipmentsKey } from '@/api/shipments/list'
import { tellFailure } from '@/components/labels/failure'
import { confirm } from '@/components/ui/modals/dialogs'
import { plural } from '@/lib/format'

import { type RowStates, withLoading, withOutcomes, withoutLoading, withReport } from './states'

const POLL_MS = 1_000
/** A poll may fail now and then; the job is not touched by it. */
const LOST_POLLS = 30
const NONE: RowStates = new Map()

interface Purchase {
  target: BulkTarget
  /** Those this page shows. */
  ids: readonly string[]
}

export function useBulkBuy() {
  const client = useQueryClient()
  const [states, setStates] = useState(NONE)
  const [jobId, setJobId] = useState<string | null>(null)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])

  const learn = async (id: string) => {
    for (let page = 1, known = 0; ; page += 1) {
      const { items, total_count } = await jobOutcomes(id, page)
      setStates((old) => withOutcomes(old, items))
      known += items.length
      if (items.length === 0 || known >= total_count) return
    }
  }

  const follow = async (id: string) => {
    for (let lost = 0; !gone.current;) {
      try {
        const { finished, error } = await jobStatus(id)
        await learn(id)
        lost = 0
        if (finished) {
          if (error !== null) throw new Error(error)
          return
        }
      } catch (error) {
        lost += 1
        if (lost >= LOST_POLLS || !isLost(error)) throw error
      }
      await new Promise((resolve) => {
        setTimeout(resolve, POLL_MS)
      })
    }
  }

  const buy = async ({ target, ids }: Purchase): Promise<boolean> => {
    const agreed = await confirm({
      title: 'Buy labels',
      message: `This will buy ${plural(target.count, 'label')} and charge your account, proceed?`,
      confirmLabel: 'Buy',
    })
    if (!agreed) return false
    setStates((old) => withLoading(old, ids))
    try {
      const started = await buyLabels(target, new AbortController().signal)
      if (started.kind === 'running') {
        setJobId(started.jobId)
        await follow(started.jobId)
      } else if (started.report) {
        const { report } = started
        setStates((old) => withReport(old, report))
      }
    } catch (error) {
      tellFailure(error)
    } finally {
      setStates(withoutLoading)
      // The rows stay as they are here; other lists look again.
      void client.invalidateQueries({ queryKey: shipmentsKey, refetchType: 'none' })
    }
    return true
  }

  return { states, jobId, buy }
}

/** No answer, as against an answer that says no. */
function isLost(error: unknown): boolean {
  return (
    error instanceof Error && 'status' in error && (error.status === null || error.status === 503)
  )
}
