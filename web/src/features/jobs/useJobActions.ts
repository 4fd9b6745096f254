// Retrying what failed and cancelling what has not started. A job is asked for one thing at a time:
// a second click while the first is on its way does nothing.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { failureText } from '@/api/errors'
import { cancelJob, jobsKey, retryJob } from '@/api/jobs'
import { confirm, showFailure } from '@/components/ui/modals/dialogs'
import { useStableCallback } from '@/lib/useStableCallback'

type Verb = 'retry' | 'cancel'

/** What is on its way, by job. */
export type Busy = ReadonlyMap<string, Verb>

const IDLE: Busy = new Map()

function agreeToCancel(): Promise<boolean> {
  return confirm({
    title: 'Cancel job',
    message: 'What has not started will not be done. What is done already stays. Proceed?',
    confirmLabel: 'Cancel job',
    cancelLabel: 'Close',
    danger: true,
  })
}

export function useJobActions() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(IDLE)
  // Clicks may come faster than the screen is drawn.
  const taken = useRef(new Set<string>())

  const call = async <T>(id: string, verb: Verb, work: () => Promise<T>): Promise<T | null> => {
    setBusy((old) => new Map(old).set(id, verb))
    try {
      return await work()
    } catch (error) {
      await showFailure(failureText(error))
      return null
    } finally {
      await client.invalidateQueries({ queryKey: jobsKey })
      setBusy((old) => new Map([...old].filter(([job]) => job !== id)))
    }
  }

  const once = async <T>(id: string, work: () => Promise<T | null>): Promise<T | null> => {
    if (taken.current.has(id)) return null
    taken.current.add(id)
    try {
      return await work()
    } finally {
      taken.current.delete(id)
    }
  }

  /** The job that does it again; null when there is none, which has been told. */
  const retry = useStableCallback((id: string) =>
    once(id, () => call(id, 'retry', () => retryJob(id))),
  )

  const cancel = useStableCallback((id: string) =>
    once(id, async () => {
      if (await agreeToCancel()) await call(id, 'cancel', () => cancelJob(id))
      return null
    }),
  )

  return { retry, cancel, busy }
}
