// Carrier accounts: those of the product, and the user's own (owner). Secrets come masked and are
// sent only when they were typed.
import { queryOptions } from '@tanstack/react-query'

import { api, call } from './client'
import type { components } from './schema.gen'

export type CarrierAccount = components['schemas']['CarrierAccountOut']

export const carrierAccountsQuery = queryOptions({
  queryKey: ['carrier_accounts'],
  queryFn: ({ signal }) => call(api().GET('/dashboard/carrier_accounts', { signal })),
  // The table tells the failure of its list.
  meta: { quiet: true },
})

export interface CarrierAccountInput {
  carrier: string
  description: string
  credentials: components['schemas']['CredentialsIn']
}

/** With an id the account is changed; its carrier stays. */
export async function saveCarrierAccount(
  id: string | null,
  { carrier, description, credentials }: CarrierAccountInput,
): Promise<void> {
  const changes = { credentials, description }
  await call(
    id === null
      ? api().POST('/dashboard/carrier_accounts', {
          body: { carrier_account: { carrier, ...changes } },
        })
      : api().PATCH('/dashboard/carrier_accounts/{id}', {
          params: { path: { id } },
          body: { carrier_account: changes },
        }),
  )
}

export async function deleteCarrierAccount(id: string): Promise<void> {
  await call(api().DELETE('/dashboard/carrier_accounts/{id}', { params: { path: { id } } }))
}

/**
 * Asks the carrier whether the credentials work. Returns the server's message.
 * `id` names the account whose stored secrets stand in for those left empty.
 */
export async function testCarrierAccount(
  id: string | null,
  { carrier, credentials }: CarrierAccountInput,
  signal: AbortSignal,
): Promise<string> {
  const carrier_account = { ...(id === null ? {} : { id }), carrier, credentials }
  const reply = await call(
    api().POST('/dashboard/carrier_accounts/test', { body: { carrier_account }, signal }),
  )
  return reply.message || 'Operation was successful!'
}
