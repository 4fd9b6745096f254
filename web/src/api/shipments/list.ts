// Shipments: the lists, one shipment with its order, and what is done to a single one.
import { queryOptions } from '@tanstack/react-query'

import { type ListParams, parseSort } from '@/lib/lists'

import { api, call } from '../client'
import type { Choice, ShipmentFilters, ShipmentsPage } from './wire'

const SHIPMENTS = 'shipments'
const MOST_PER_PAGE = 200

/** Marks every shipment and every page of the lists, for invalidation. */
export const shipmentsKey = [SHIPMENTS] as const

/** Pairs of texts; what is none is left out. */
function choices(sent: unknown): Choice[] {
  if (!Array.isArray(sent)) return []
  return sent.flatMap((pair: unknown): Choice[] => {
    const [value, label]: unknown[] = Array.isArray(pair) ? pair : []
    return typeof value === 'string' && typeof label === 'string' ? [[value, label]] : []
  })
}

function optionsOf(sent: object): ShipmentsPage['options'] {
  const found = new Map<string, unknown>(Object.entries(sent))
  const of = (name: string) => choices(found.get(name))
  return {
    downloaded: of('downloaded'),
    source: of('source'),
    status: of('status'),
    carrier: of('carrier'),
    presets: of('presets'),
    automations: of('automations'),
  }
}

async function fetchPage(
  { page, per, sort }: ListParams | { page: number; per: number; sort: undefined },
  filters: ShipmentFilters,
  signal: AbortSignal,
): Promise<ShipmentsPage> {
  const by = parseSort(sort)
  const order = by ? { sort: by.key, dir: by.descending ? 'desc' : 'asc' } : {}
  const query = { page, per, ...filters, ...order }
  const reply = await call(api().GET('/dashboard/shipments', { params: { query }, signal }))
  return { ...reply, options: optionsOf(reply.options) }
}

export function shipmentsQuery(params: ListParams, filters: ShipmentFilters) {
  return queryOptions({
    queryKey: [SHIPMENTS, 'list', params, filters],
    queryFn: ({ signal }) => fetchPage(params, filters, signal),
  })
}

/** For actions that the server offers for named shipments only. */
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
    queryFn: async ({ signal }) => {
      const path = { id }
      const reply = await call(api().GET('/dashboard/shipments/{id}', { params: { path }, signal }))
      return reply.shipment
    },
    // The page tells the failure.
    meta: { quiet: true },
  })
}

export function orderQuery(id: string) {
  return queryOptions({
    queryKey: [SHIPMENTS, 'order', id],
    queryFn: async ({ signal }) => {
      const path = { id }
      const reply = await call(
        api().GET('/dashboard/shipments/{id}/order', { params: { path }, signal }),
      )
      return reply.blocks
    },
    meta: { quiet: true },
  })
}

export async function deleteShipment(id: string, signal: AbortSignal): Promise<void> {
  await call(api().DELETE('/dashboard/shipments/{id}', { params: { path: { id } }, signal }))
}

/** A new draft with the addresses swapped. Returns its public id. */
export async function createReturn(id: string): Promise<string> {
  const reply = await call(
    api().POST('/dashboard/shipments/{id}/return', { params: { path: { id } } }),
  )
  return reply.shipment.public_id
}

/** Returns the server's message. */
export async function exportReport(
  filters: ShipmentFilters,
  email: string,
  signal: AbortSignal,
): Promise<string> {
  const body = { filters, ...(email ? { email } : {}) }
  const reply = await call(api().POST('/dashboard/shipments/report', { body, signal }))
  return reply.message
}
