// Who is billed, and where (owner, or sub-users with billing_settings).
import { queryOptions } from '@tanstack/react-query'

import { api, call } from './client'
import type { components } from './schema.gen'
import { type User, userQuery } from './user'

export type BillingAddress = components['schemas']['BillingAddressOut']

/** Below the key of the user, so that it is renewed with it. */
export const billingQuery = queryOptions({
  queryKey: [...userQuery.queryKey, 'billing'],
  queryFn: async ({ signal }): Promise<User> => {
    const reply = await call(api().GET('/dashboard/user', { signal }))
    return reply.user
  },
  // The page tells the failure.
  meta: { quiet: true },
})

export interface BillingInput {
  user: { name: string; email: string; phone: string; billing_eq_contact: boolean }
  contact_address: BillingAddress
  /** Null while the contact address serves. */
  billing_address: BillingAddress | null
}

export async function saveBilling(input: BillingInput): Promise<void> {
  const { user, contact_address, billing_address } = input
  const body = {
    user,
    contact_address_attributes: contact_address,
    ...(billing_address ? { billing_address_attributes: billing_address } : {}),
  }
  await call(api().PATCH('/dashboard/user', { body }))
}
