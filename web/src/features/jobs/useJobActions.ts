// Retrying what failed and cancelling what has not started.
import { useQueryClient } from '@tanstack/react-query'

import { failureText } from '@/api/errors'
import { cancelJob, jobsKey, retryJob } from '@/api/jobs'
import { confirm, showFailure } from '@/components/ui/modals/dialogs'
import { useStableCallback } from '@/lib/useStableCallback'

export function useJobActions() {
  const client = useQueryClient()

  const run = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      await showFailure(failureText(error))
      return null
    } finally {
      await client.invalidateQueries({ queryKey: jobsKey })
    }
  }

  /** The job that does it again; null when there is none, which has been told. */
  const retry = useStableCallback((id: string) => run(() => retryJob(id)))

  const cancel = useStableCallback(async (id: string) => {
    const agreed = await confirm({
      title: 'Cancel job',
      message: 'What has not started will not be done. What is done already stays. Proceed?',
      confirmLabel: 'Cancel job',
      cancelLabel: 'Close',
      danger: true,
    })
    if (agreed) await run(() => cancelJob(id))
  })

  return { retry, cancel }
}
