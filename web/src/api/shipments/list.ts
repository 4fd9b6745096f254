// Shipments: the lists, one shipment with its order, and what is done to a single one.
import { queryOptions } from '@tanstack/react-query'

import { type ListParams, parseSort } from '@/lib/lists'

import { ask } from '../untyped'
import type { OrderBlocks, Shipment, ShipmentFilters, ShipmentsPage } from './wire'

const SHIPMENTS = 'shipments'
const PATH = '/dashboard/shipments'
const MOST_PER_PAGE = 200

/** Marks every shipment and every page of the lists, for invalidation. */
export const shipmentsKey = [SHIPMENTS] as const

function pathOf(id: string, rest = ''): string {
  return `${PATH}/${encodeURIComponent(id)}${rest}`
}

function fetchPage(
  { page, per, sort }: ListParams | { page: number; per: number; sort: undefined },
  filters: ShipmentFilters,
  signal: AbortSignal,
): Promise<ShipmentsPage> {
  const by = parseSort(sort)
  const order = by ? { sort: by.key, dir: by.descending ? 'desc' : 'asc' } : {}
  return ask<ShipmentsPage>('GET', PATH, { query: { page, per, ...filters, ...order }, signal })
}

export function shipmentsQuery(params: ListParams, filters: ShipmentFilters) {
  return queryOptions({
    queryKey: [SHIPMENTS, 'list', params, filters],
    queryFn: ({ signal }) => fetchPage(params, filters, signal),
  })
}

/** For actions that the server offers for single shipments only. */
export async function matchingIds(
  filters: ShipmentFilters,
  signal: AbortSignal,
): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const found = await fetchPage({ page, per: MOST_PER_PAGE, sort: undefined }, filters, signal)
    ids.push(...found.items.map((row) => row.id))
    if (found.items.length === 0 || ids.length >= found.total_count) return ids
  }
}

export function shipmentQuery(id: string) {
  return queryOptions({
    queryKey: [SHIPMENTS, 'one', id],
    queryFn: async ({ signal }): Promise<Shipment> => {
      const reply = await ask<{ shipment: Shipment }>('GET', pathOf(id), { signal })
      return reply.shipment
    },
    // The page tells the failure.
    meta: { quiet: true },
  })
}

export function orderQuery(id: string) {
  return queryOptions({
    queryKey: [SHIPMENTS, 'order', id],
    queryFn: async ({ signal }): Promise<OrderBlocks> => {
      const reply = await ask<{ blocks: OrderBlocks }>('GET', pathOf(id, '/order'), { signal })
      return reply.blocks
    },
    meta: { quiet: true },
  })
}

export async function deleteShipment(id: string, signal: AbortSignal): Promise<void> {
  await ask('DELETE', pathOf(id), { signal })
}

/** A new draft with the addresses swapped. Returns its public id. */
export async function createReturn(id: string): Promise<string> {
  const reply = await ask<{ shipment: Shipment }>('POST', pathOf(id, '/return'), { body: {} })
  return reply.shipment.public_id
}

/** Returns the server's message. */
export async function exportReport(
  filters: ShipmentFilters,
  email: string,
  signal: AbortSignal,
): Promise<string> {
  const body = { filters, ...(email ? { email } : {}) }
  const reply = await ask<{ message: string }>('POST', `${PATH}/report`, { body, signal })
  return reply.message
}
