// Who is billed, and where (owner, or sub-users with billing_settings).
import { queryOptions } from '@tanstack/react-query'

import { ask } from './untyped'
import { type User, userQuery } from './user'

export interface BillingAddress {
  street_name: string
  city: string
  state: string
  zip: string
}

interface BilledUser extends User {
  contact_address: BillingAddress | null
  billing_address: BillingAddress | null
}

const PATH = '/dashboard/user'

/** Below the key of the user, so that it is renewed with it. */
export const billingQuery = queryOptions({
  queryKey: [...userQuery.queryKey, 'billing'],
  queryFn: async ({ signal }): Promise<BilledUser> => {
    const reply = await ask<{ user: BilledUser }>('GET', PATH, { signal })
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
  await ask('PATCH', PATH, { body })
}
