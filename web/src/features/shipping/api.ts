// What the shipping screens ask besides the lists of api/shipments: saving, quoting and buying one
// shipment, the choices of its form, saved packages.
import { queryOptions } from '@tanstack/react-query'

import { api, call } from '@/api/client'
import { emptyResponse } from '@/api/errors'
import { newKey } from '@/lib/ids'

import { withFieldsBelow } from './fieldErrors'
import type { Address, SavedPackageInput, ShipmentInput, ShipmentReply } from './wire'

/** Lists that fill a picker: the largest page there is. */
export const WHOLE_LIST = { page: 1, per: 200 }

interface SaveOptions {
  /** Null creates a shipment. */
  id: string | null
  /** Saved as it is, neither checked nor rated. */
  draft: boolean
}

export async function saveShipment(
  shipment: ShipmentInput,
  { id, draft }: SaveOptions,
): Promise<ShipmentReply> {
  const body = draft ? { shipment, draft: true } : { shipment }
  const saved = await withFieldsBelow(
    'shipment',
    call(
      id === null
        ? api().POST('/dashboard/shipments', { body })
        : api().PATCH('/dashboard/shipments/{id}', { params: { path: { id } }, body }),
    ),
  )
  if (!saved.shipment) throw emptyResponse(200)
  // Rates and refusals stand beside the shipment in this reply, and in it when it is read.
  const { rates, messages } = saved
  return { rates, messages, shipment: { ...saved.shipment, rates, messages } }
}

/** Prices beside the form; nothing is stored. */
export function quoteQuery(shipment: ShipmentInput) {
  return queryOptions({
    queryKey: ['quote', shipment],
    queryFn: ({ signal }) =>
      call(api().POST('/dashboard/shipments/quote', { body: { shipment }, signal })),
    gcTime: 60_000,
    meta: { quiet: true },
  })
}

export interface BuyRequest {
  id: string
  rate_id: string
  /** The price the buyer has agreed to, when it has changed since it was quoted. */
  accepted_price?: string
}

export type BuyOutcome =
  | { kind: 'bought'; tracking_code: string }
  | { kind: 'pending'; message: string }
  | { kind: 'price_changed'; message: string; price: string }

/** `key` names the intent: the same key never buys twice. */
export async function buyShipment(
  { id, ...body }: BuyRequest,
  key: string = newKey(),
): Promise<BuyOutcome> {
  const sent = api().POST('/dashboard/shipments/{id}/buy', {
    params: { path: { id } },
    body,
    headers: { 'Idempotency-Key': key },
  })
  const changed = await sent.then(
    // A proxy's page of words is no object, whatever the description says.
    ({ error }) => (error && typeof error === 'object' && 'price' in error ? error : null),
    () => null,
  )
  if (changed?.code === 'price_changed') {
    return { kind: 'price_changed', message: changed.message, price: changed.price }
  }
  const reply = await call(sent)
  if (reply.tracking_code) return { kind: 'bought', tracking_code: reply.tracking_code }
  return { kind: 'pending', message: reply.message }
}

/** Packages, hubs, dangerous goods and the like: what the choices of the form are. */
export const shippingOptionsQuery = queryOptions({
  queryKey: ['shipping_options'],
  queryFn: ({ signal }) => call(api().GET('/dashboard/shipping_options', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

export function addressCheckQuery(address: Address) {
  return queryOptions({
    queryKey: ['address_check', address],
    queryFn: ({ signal }) =>
      call(api().POST('/dashboard/addresses/check', { body: { address }, signal })),
    staleTime: 600_000,
    // A check that fails must not stand in the way.
    meta: { quiet: true },
  })
}

export function zipQuery(zip: string) {
  return queryOptions({
    queryKey: ['zips', zip],
    queryFn: ({ signal }) =>
      call(api().GET('/dashboard/zips/{zip}', { params: { path: { zip } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
}

export const savedPackagesKey = ['saved_packages'] as const

export function savedPackagesQuery({ page, per }: { page: number; per: number } = WHOLE_LIST) {
  return queryOptions({
    queryKey: [...savedPackagesKey, { page, per }],
    queryFn: ({ signal }) =>
      call(api().GET('/dashboard/saved_packages', { params: { query: { page, per } }, signal })),
    meta: { quiet: true },
  })
}

export function savedPackageQuery(id: string) {
  return queryOptions({
    queryKey: [...savedPackagesKey, 'one', id],
    queryFn: async ({ signal }) => {
      const params = { path: { id } }
      const reply = await call(api().GET('/dashboard/saved_packages/{id}', { params, signal }))
      return reply.saved_package
    },
    meta: { quiet: true },
  })
}

/** Null creates one. */
export async function saveSavedPackage(
  id: string | null,
  saved_package: SavedPackageInput,
): Promise<void> {
  const body = { saved_package }
  await withFieldsBelow(
    'saved_package',
    call(
      id === null
        ? api().POST('/dashboard/saved_packages', { body })
        : api().PATCH('/dashboard/saved_packages/{id}', { params: { path: { id } }, body }),
    ),
  )
}

export async function deleteSavedPackage(id: string): Promise<void> {
  await call(api().DELETE('/dashboard/saved_packages/{id}', { params: { path: { id } } }))
}
