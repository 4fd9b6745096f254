// Warehouse addresses: the list of the Locations screen, and what pickers choose from.
import { queryOptions } from '@tanstack/react-query'

import { api, call } from './client'
import type { components } from './schema.gen'

export type Warehouse = components['schemas']['WarehouseOut']

type WarehouseInput = Omit<Warehouse, 'id' | 'public_id' | 'last_used' | 'full_address'>

interface PageParams {
  page: number
  per: number
}

/** Marks every page of the list, for invalidation. */
export const warehousesKey = ['warehouses'] as const

export function warehousesQuery({ page, per }: PageParams) {
  return queryOptions({
    queryKey: [...warehousesKey, { page, per }],
    queryFn: ({ signal }) =>
      call(api().GET('/dashboard/user/addresses', { params: { query: { page, per } }, signal })),
  })
}

/** Without an id a new one is made. */
export async function saveWarehouse(id: string | null, address: WarehouseInput): Promise<void> {
  const body = { address }
  await call(
    id === null
      ? api().POST('/dashboard/user/addresses', { body })
      : api().PATCH('/dashboard/user/addresses/{id}', { params: { path: { id } }, body }),
  )
}

export async function deleteWarehouse(id: string): Promise<void> {
  await call(api().DELETE('/dashboard/user/addresses/{id}', { params: { path: { id } } }))
}
