// The business account at the payment processor, through which incentives are paid out (owner).
import { queryOptions } from '@tanstack/react-query'

import { ask } from './untyped'

interface BusinessInformation {
  billing_enabled: boolean
  tos_accepted: boolean
}

const PATH = '/dashboard/business_information'

export const businessInformationQuery = queryOptions({
  queryKey: ['business_information'],
  queryFn: ({ signal }) => ask<BusinessInformation>('GET', PATH, { signal }),
  // The page tells the failure.
  meta: { quiet: true },
})

/** Accepts the processor's agreement. Returns where the onboarding goes on. */
export async function startOnboarding(): Promise<string> {
  const reply = await ask<{ location: string }>('POST', PATH, { body: { tos_acceptance: '1' } })
  return reply.location
}
