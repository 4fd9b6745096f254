// The business account at the payment processor, through which incentives are paid out (owner).
import { queryOptions } from '@tanstack/react-query'

import { api, call } from './client'

export const businessInformationQuery = queryOptions({
  queryKey: ['business_information'],
  queryFn: ({ signal }) => call(api().GET('/dashboard/business_information', { signal })),
  // The page tells the failure.
  meta: { quiet: true },
})

/** Accepts the processor's agreement. Returns where the onboarding goes on. */
export async function startOnboarding(): Promise<string> {
  const body = { tos_acceptance: '1' }
  const reply = await call(api().POST('/dashboard/business_information', { body }))
  return reply.location
}
