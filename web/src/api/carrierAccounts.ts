// Carrier accounts: those of the product, and the user's own (owner). Secrets come masked and are
// sent only when they were typed.
import { queryOptions } from '@tanstack/react-query'

import { ask } from './untyped'

export type CarrierName = 'FedEx' | 'UPS'

/** Name of the credential -> value; masked when the server sends it. */
export type Secrets = Partial<Record<string, string>>

interface Credentials {
  [name: string]: string | Secrets | null | undefined
  smart_post?: Secrets | null
}

export interface CarrierAccount {
  id: string
  public_id: string
  carrier: CarrierName
  description: string
  custom: boolean
  credentials: Credentials
}

interface ManagedCarrier {
  carrier: string
  name: string
  description: string
}

interface CarrierAccounts {
  items: CarrierAccount[]
  managed: ManagedCarrier[]
}

const PATH = '/dashboard/carrier_accounts'

export const carrierAccountsQuery = queryOptions({
  queryKey: ['carrier_accounts'],
  queryFn: ({ signal }) => ask<CarrierAccounts>('GET', PATH, { signal }),
  // The table tells the failure of its list.
  meta: { quiet: true },
})

export interface CarrierAccountInput {
  carrier: CarrierName
  description: string
  credentials: Credentials
}

/** With an id the account is changed; its carrier stays. */
export async function saveCarrierAccount(
  id: string | null,
  { carrier, description, credentials }: CarrierAccountInput,
): Promise<void> {
  if (id === null) {
    await ask('POST', PATH, { body: { carrier_account: { carrier, credentials, description } } })
  } else {
    const body = { carrier_account: { credentials, description } }
    await ask('PATCH', `${PATH}/${encodeURIComponent(id)}`, { body })
  }
}

export async function deleteCarrierAccount(id: string): Promise<void> {
  await ask('DELETE', `${PATH}/${encodeURIComponent(id)}`)
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
  const path = `${PATH}/test`
  const reply = await ask<{ message?: string }>('POST', path, { body: { carrier_account }, signal })
  return reply.message || 'Operation was successful!'
}
