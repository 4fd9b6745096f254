// Every call of the shipping screens, in one place.
import { queryOptions } from '@tanstack/react-query'

import { call } from '@/api/client'
import type { AddressSuggestion, SuggestAddresses } from '@/components/form/address'
import { newKey } from '@/lib/ids'

import { ask, request, withFieldsBelow } from './untyped'
import type {
  Address,
  AddressCheckReply,
  QuoteReply,
  SavedPackage,
  SavedPackageInput,
  SavedPackageRow,
  Shipment,
  ShipmentInput,
  ShipmentReply,
  ShippingOptions,
  Warehouse,
  ZipPlace,
} from './wire'

interface ListReply<T> {
  items: T[]
  total_count: number
}

/** Lists that fill a picker: the largest page there is. */
const WHOLE_LIST = { page: 1, per: 200 }

/** Marks everything that shows shipments, for invalidation. */
export const shipmentsKey = ['shipments'] as const

export function shipmentQuery(id: string) {
  return queryOptions({
    queryKey: [...shipmentsKey, 'one', id],
    queryFn: async ({ signal }) => {
      const reply = await ask<{ shipment: Shipment }>('get', '/shipments/{id}', {
        params: { path: { id } },
        signal,
      })
      return reply.shipment
    },
    // The page itself says what failed.
    meta: { quiet: true },
  })
}

interface SaveOptions {
  /** Null creates a shipment. */
  id: string | null
  /** Saved as it is, neither checked nor rated. */
  draft: boolean
  signal?: AbortSignal
}

export async function saveShipment(
  shipment: ShipmentInput,
  { id, draft, signal }: SaveOptions,
): Promise<ShipmentReply> {
  type Saved = Pick<ShipmentReply, 'shipment'> & Partial<QuoteReply>
  const body = draft ? { shipment, draft: true } : { shipment }
  const work =
    id === null
      ? ask<Saved>('post', '/shipments', { body, signal })
      : ask<Saved>('patch', '/shipments/{id}', { params: { path: { id } }, body, signal })
  const reply = await withFieldsBelow('shipment', work)
  // Rates and refusals stand beside the shipment in this reply, and in it when it is read.
  const { rates = reply.shipment.rates, messages = reply.shipment.messages } = reply
  return { rates, messages, shipment: { ...reply.shipment, rates, messages } }
}

/** Only says what is wrong with it, beside the fields; nothing is stored or rated. */
export async function checkShipment(shipment: ShipmentInput): Promise<void> {
  const body = { shipment, validate_only: true }
  await withFieldsBelow('shipment', ask('post', '/shipments', { body }))
}

/** Prices beside the form; nothing is stored. */
export function quoteQuery(shipment: ShipmentInput) {
  return queryOptions({
    queryKey: ['quote', shipment],
    queryFn: ({ signal }) =>
      ask<QuoteReply>('post', '/shipments/quote', { body: { shipment }, signal }),
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

interface BuyReply {
  pending?: boolean
  message?: string
  tracking_code?: string
}

/** `key` names the intent: the same key never buys twice. */
export async function buyShipment(
  { id, ...body }: BuyRequest,
  key: string = newKey(),
): Promise<BuyOutcome> {
  const sent = request<BuyReply>('post', '/shipments/{id}/buy', {
    params: { path: { id } },
    body,
    headers: { 'Idempotency-Key': key },
  })
  const changed = await sent.then(
    ({ error, response }) => (response.status === 409 ? priceChange(error) : null),
    () => null,
  )
  if (changed) return changed
  const reply = await call(sent)
  if (reply.tracking_code) return { kind: 'bought', tracking_code: reply.tracking_code }
  return { kind: 'pending', message: reply.message ?? '' }
}

function priceChange(body: unknown): BuyOutcome | null {
  if (typeof body !== 'object' || body === null) return null
  const found = new Map<string, unknown>(Object.entries(body))
  const text = (name: string) => {
    const value = found.get(name)
    return typeof value === 'string' ? value : ''
  }
  if (found.get('code') !== 'price_changed') return null
  return { kind: 'price_changed', message: text('message'), price: text('price') }
}

/** Packages, hubs, dangerous goods and the like: what the choices of the form are. */
export const shippingOptionsQuery = queryOptions({
  queryKey: ['shipping_options'],
  queryFn: ({ signal }) => ask<ShippingOptions>('get', '/shipping_options', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const suggestAddresses: SuggestAddresses = async (q, { country, signal }) => {
  const reply = await ask<{ items: AddressSuggestion[] }>('get', '/addresses/autocomplete', {
    params: { query: { q, country } },
    signal,
  })
  return reply.items.map(({ label, address }) => ({ label, address: knownParts(address) }))
}

/** What a suggestion does not know stays as it is, but the street: it was a city that was typed. */
function knownParts(address: AddressSuggestion['address']): AddressSuggestion['address'] {
  const known = Object.entries(address).filter(([part, text]) => text || part === 'street1')
  return Object.fromEntries(known)
}

export function addressCheckQuery(address: Address) {
  return queryOptions({
    queryKey: ['address_check', address],
    queryFn: ({ signal }) =>
      ask<AddressCheckReply>('post', '/addresses/check', { body: { address }, signal }),
    staleTime: 600_000,
    // A check that fails must not stand in the way.
    meta: { quiet: true },
  })
}

export function zipQuery(zip: string) {
  return queryOptions({
    queryKey: ['zips', zip],
    queryFn: ({ signal }) =>
      ask<ZipPlace>('get', '/zips/{zip}', { params: { path: { zip } }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
}

/** For the picker of the form; the Locations screen has its own list. */
export const warehousesQuery = queryOptions({
  queryKey: ['user_addresses', 'picker'],
  queryFn: ({ signal }) =>
    ask<ListReply<Warehouse>>('get', '/user/addresses', { params: { query: WHOLE_LIST }, signal }),
  meta: { quiet: true },
})

export const savedPackagesKey = ['saved_packages'] as const

export function savedPackagesQuery(page: { page: number; per: number } = WHOLE_LIST) {
  return queryOptions({
    queryKey: [...savedPackagesKey, page],
    queryFn: ({ signal }) =>
      ask<ListReply<SavedPackageRow>>('get', '/saved_packages', {
        params: { query: { page: page.page, per: page.per } },
        signal,
      }),
    meta: { quiet: true },
  })
}

export function savedPackageQuery(id: string) {
  return queryOptions({
    queryKey: [...savedPackagesKey, 'one', id],
    queryFn: async ({ signal }) => {
      const reply = await ask<{ saved_package: SavedPackage }>('get', '/saved_packages/{id}', {
        params: { path: { id } },
        signal,
      })
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
    id === null
      ? ask('post', '/saved_packages', { body })
      : ask('patch', '/saved_packages/{id}', { params: { path: { id } }, body }),
  )
}

export async function deleteSavedPackage(id: string): Promise<void> {
  await ask('delete', '/saved_packages/{id}', { params: { path: { id } } })
}
