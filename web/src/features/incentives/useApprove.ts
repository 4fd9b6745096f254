// Approving an incentive report. Without billing enabled the words of the specification are shown and
// the user is sent to the business information; any other failure shows the server's message and sends
// to the payment methods. Both after two seconds, unless the user has left by then or may not go there.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import { ApiError, failureText } from '@/api/errors'
import { approveIncentiveReport, type IncentivePayment, incentivesKey } from '@/api/incentives'
import { useUser } from '@/api/user'
import { withBusy } from '@/components/ui/modals/busy'
import { toastError, toastSuccess } from '@/components/ui/modals/toasts'
import { mayOpen } from '@/lib/access'
import { useStableCallback } from '@/lib/useStableCallback'

import type { Approve } from './columns'

const REDIRECT_MS = 2_000
const PENDING = 'Your business account is pending verification'

type Target = '/business-information' | '/payment-methods'

function isBillingDisabled(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'billing_disabled'
}

function useRedirectSoon() {
  const user = useUser()
  const navigate = useNavigate()
  const timer = useRef<number | undefined>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return (to: Target) => {
    window.clearTimeout(timer.current)
    if (!mayOpen(user, to)) return
    timer.current = window.setTimeout(() => void navigate({ to }), REDIRECT_MS)
  }
}

interface Approval {
  client: QueryClient
  redirectSoon: (to: Target) => void
  billingEnabled: boolean | undefined
}

async function approve(id: string, { client, redirectSoon, billingEnabled }: Approval) {
  const refuse = () => {
    toastError(PENDING)
    redirectSoon('/business-information')
  }
  if (billingEnabled === false) {
    refuse()
    return
  }
  try {
    const run = () => approveIncentiveReport(id)
    toastSuccess(await withBusy('Sending request...', run, { cancellable: false }))
  } catch (error) {
    if (isBillingDisabled(error)) refuse()
    else {
      toastError(failureText(error))
      redirectSoon('/payment-methods')
    }
  } finally {
    await client.invalidateQueries({ queryKey: incentivesKey })
  }
}

/** `billingEnabled` as far as it is known; the server checks it in any case. */
export function useApprove(billingEnabled: boolean | undefined): Approve {
  const client = useQueryClient()
  const redirectSoon = useRedirectSoon()
  return useStableCallback(({ incentive_report_id }: IncentivePayment) => {
    if (incentive_report_id === null) return
    void approve(incentive_report_id, { client, redirectSoon, billingEnabled })
  })
}
