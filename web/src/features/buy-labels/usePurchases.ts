// Buys chosen drafts, and keeps what is known of every purchase while the session lasts. The
// purchase is the server's: leaving the page stops nothing, and who comes back finds what waits.
import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { ApiError, isRefusal } from '@/api/errors'
import { buyJobs } from '@/api/jobs'
import { type BulkTarget, buyLabels } from '@/api/shipments/bulk'
import { shipmentsKey } from '@/api/shipments/list'
import { tellFailure } from '@/components/labels/failure'
import { confirm } from '@/components/ui/modals/dialogs'
import { plural } from '@/lib/format'
import { newKey } from '@/lib/ids'

import { begun, ended, found, named, type Own, type Purchases, running, told } from './purchases'
import { allFailed, type Outcomes, outcomesOf } from './states'

const KEY = ['purchases'] as const
const NONE: Purchases = []

type Change = (purchases: Purchases) => Purchases

function changePurchases(client: QueryClient, change: Change): void {
  client.setQueryData<Purchases>(KEY, (old = NONE) => change(old))
}

/** The rows stay as they are here; other lists look again. */
function endPurchase(client: QueryClient, key: string): void {
  changePurchases(client, (all) => ended(all, key))
  void client.invalidateQueries({ queryKey: shipmentsKey, refetchType: 'none' })
}

async function send(client: QueryClient, key: string, target: BulkTarget): Promise<void> {
  try {
    const started = await buyLabels(target, new AbortController().signal)
    if (started.kind === 'running') {
      changePurchases(client, (all) => named(all, key, started.jobId))
      return
    }
    const { report } = started
    if (report) changePurchases(client, (all) => told(all, key, outcomesOf(report)))
  } catch (error) {
    tellFailure(error)
    if (error instanceof ApiError && error.status === 200 && target.kind === 'ids')
      changePurchases(client, (all) => told(all, key, allFailed(target.ids, error)))
    // The answer may be lost, and the job begun all the same.
    if (!isRefusal(error)) await lookForJobs(client).catch(() => undefined)
  }
  endPurchase(client, key)
}

async function lookForJobs(client: QueryClient, signal?: AbortSignal): Promise<void> {
  const jobs = await buyJobs(signal)
  changePurchases(client, (all) => found(all, jobs))
}

export function usePurchases() {
  const client = useQueryClient()
  // In the cache, not in the component: it outlives the page, and goes with the session.
  const { data: purchases = NONE } = useQuery<Purchases>({
    queryKey: KEY,
    queryFn: skipToken,
    initialData: NONE,
    gcTime: Infinity,
  })

  useEffect(() => {
    const controller = new AbortController()
    changePurchases(client, running)
    lookForJobs(client, controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) tellFailure(error)
    })
    return () => controller.abort()
  }, [client])

  /** Whether it was agreed to; what becomes of it shows in the rows. */
  const buy = async (target: BulkTarget): Promise<boolean> => {
    const agreed = await confirm({
      title: 'Buy labels',
      message: `This will buy ${plural(target.count, 'label')} and charge your account, proceed?`,
      confirmLabel: 'Buy',
    })
    if (!agreed) return false
    const key = newKey()
    changePurchases(client, (all) => begun(all, key, target))
    void send(client, key, target)
    return true
  }

  const learn = (key: string, news: Outcomes, own?: Own) =>
    changePurchases(client, (all) => told(all, key, news, own))
  const end = (key: string) => endPurchase(client, key)

  return { purchases, buy, learn, end }
}
