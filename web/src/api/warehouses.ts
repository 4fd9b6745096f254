// Warehouse addresses, and what helps to fill an address in.
import { queryOptions } from '@tanstack/react-query'

import { ask } from './untyped'

export interface WarehouseInput {
  name: string
  company: string
  street1: string
  street2: string
  city: string
  state: string
  zip: string
  country: string
  phone: string
  starred: boolean
}

export interface Warehouse extends WarehouseInput {
  id: string
  public_id: string
  last_used: string | null
  full_address: string
}

interface WarehousesPage {
  items: Warehouse[]
  total_count: number
}

interface PageParams {
  page: number
  per: number
}

const WAREHOUSES = 'warehouses'
const PATH = '/dashboard/user/addresses'

/** Marks every page of the list, for invalidation. */
export const warehousesKey = [WAREHOUSES] as const

export function warehousesQuery({ page, per }: PageParams) {
  return queryOptions({
    queryKey: [WAREHOUSES, { page, per }],
    queryFn: ({ signal }) => ask<WarehousesPage>('GET', PATH, { query: { page, per }, signal }),
  })
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}

/** Without an id a new one is made. */
export async function saveWarehouse(id: string | null, address: WarehouseInput): Promise<void> {
  if (id === null) await ask('POST', PATH, { body: { address } })
  else await ask('PATCH', pathOf(id), { body: { address } })
}

export async function deleteWarehouse(id: string): Promise<void> {
  await ask('DELETE', pathOf(id))
}

interface Suggestion {
  label: string
  address: { street1?: string; city: string; state: string; zip: string; country: string }
}

/** Addresses that match what was typed of a street. */
export async function suggestAddresses(
  q: string,
  { country, signal }: { country: string; signal: AbortSignal },
): Promise<Suggestion[]> {
  const query = { q, country }
  const reply = await ask<{ items: Suggestion[] }>('GET', '/dashboard/addresses/autocomplete', {
    query,
    signal,
  })
  return reply.items
}
