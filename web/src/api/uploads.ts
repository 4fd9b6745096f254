// Shipment uploads: a spreadsheet, its mapping, its rates and its labels.
import { queryOptions } from '@tanstack/react-query'

import { isMoving } from '@/lib/uploads'

import { api, call, fileFetch } from './client'
import type { components } from './schema.gen'

type Schemas = components['schemas']

/** A row of the list. Its errors: rows that became no shipment, and shipments whose label failed. */
export type Upload = Schemas['UploadOut']
/** How an upload is doing. */
export type UploadStatus = Omit<Schemas['StatusReply'], 'success'>

const UPLOADS = 'shipment_uploads'
const PATH = '/dashboard/shipment_uploads'
const ONE = '/dashboard/shipment_uploads/{id}'
const RATES = '/dashboard/shipment_uploads/{id}/rates'
const LIST_POLL_MS = 3_000

/** Marks every upload and every page of the list, for invalidation. */
export const uploadsKey = [UPLOADS] as const

export function uploadsQuery({ page, per }: { page: number; per: number }) {
  return queryOptions({
    queryKey: [UPLOADS, 'list', { page, per }],
    queryFn: ({ signal }) => call(api().GET(PATH, { params: { query: { page, per } }, signal })),
    // Counts go on while rows are worked on.
    refetchInterval: ({ state }) => (state.data?.items.some(isMoving) ? LIST_POLL_MS : false),
  })
}

export function uploadStatusQuery(id: string) {
  return queryOptions({
    queryKey: [UPLOADS, 'status', id],
    queryFn: ({ signal }): Promise<UploadStatus> => {
      const path = '/dashboard/shipment_uploads/{id}/status'
      return call(api().GET(path, { params: { path: { id } }, signal }))
    },
    // The page tells the failure.
    meta: { quiet: true },
  })
}

/** What a server-sent event changes; null for one that cannot be read. */
export function withEvent(status: UploadStatus, text: string): UploadStatus | null {
  try {
    const event: Partial<UploadStatus> | null = JSON.parse(text)
    return typeof event?.status === 'string' ? { ...status, ...event } : null
  } catch {
    return null
  }
}

export interface UploadInput {
  file: File
  /** A saved mapping to apply. */
  mappingId: string | null
  /** Rates and buys at once. */
  buy: boolean
}

/** Returns the upload's id. */
export async function createUpload(input: UploadInput, signal: AbortSignal): Promise<string> {
  const { file, mappingId, buy } = input
  // The generated type has a text for a file: here its name, and the form gets the file itself.
  const body = { file: file.name, id: mappingId, buy: buy ? '1' : null }
  const bodySerializer = () => formOf(body, file)
  const reply = await call(api().POST(PATH, { body, bodySerializer, fetch: fileFetch, signal }))
  return reply.id
}

function formOf({ id, buy, file: name }: Schemas['UploadForm'], file: File): FormData {
  const form = new FormData()
  if (id) form.set('id', id)
  if (buy) form.set('buy', buy)
  // Last, so that the server knows the rest before it reads the file.
  form.set('file', file, name)
  return form
}

export async function deleteUpload(id: string): Promise<void> {
  await call(api().DELETE(ONE, { params: { path: { id } } }))
}

/** A column of the spreadsheet. */
export type ColumnMap = Schemas['ColumnOut']
export type MapTarget = Schemas['TargetOut']
export type UploadMaps = Omit<Schemas['MapsReply'], 'success' | 'status'>

export function uploadMapsQuery(id: string) {
  return queryOptions({
    queryKey: [UPLOADS, 'maps', id],
    queryFn: ({ signal }): Promise<UploadMaps> => {
      const path = '/dashboard/shipment_uploads/{id}/maps'
      return call(api().GET(path, { params: { path: { id } }, signal }))
    },
    meta: { quiet: true },
  })
}

/** Its maps: column index -> target. */
export type MapsInput = Schemas['MapsIn']

/** Each step returns the status that follows. */
export async function updateMaps(id: string, body: MapsInput): Promise<string> {
  const path = '/dashboard/shipment_uploads/{id}/update_maps'
  const reply = await call(api().POST(path, { params: { path: { id } }, body }))
  return reply.status
}

/** What was sent last to be rated; nothing while it never was. */
export type UploadOverrides = NonNullable<Schemas['UploadAndStatusReply']['overrides']>

export function uploadOverridesQuery(id: string) {
  return queryOptions({
    queryKey: [UPLOADS, 'overrides', id],
    queryFn: async ({ signal }): Promise<UploadOverrides | null> => {
      const reply = await call(api().GET(ONE, { params: { path: { id } }, signal }))
      return reply.overrides ?? null
    },
    meta: { quiet: true },
  })
}

/** `overrides` are documents of shipping, as the shipment form sends them. */
export async function rateUpload(id: string, overrides: Schemas['OverridesIn']): Promise<string> {
  const path = '/dashboard/shipment_uploads/{id}/rate'
  const reply = await call(api().POST(path, { params: { path: { id } }, body: { overrides } }))
  return reply.status
}

/** Buys the chosen rates. A second call changes nothing. */
export async function buyUpload(id: string): Promise<string> {
  const path = '/dashboard/shipment_uploads/{id}/buy_labels'
  const reply = await call(api().POST(path, { params: { path: { id } }, body: {} }))
  return reply.status
}

/** Buys what failed, or stopped for want of money. */
export async function retryUpload(id: string): Promise<string> {
  const path = '/dashboard/shipment_uploads/{id}/retry'
  const reply = await call(api().POST(path, { params: { path: { id } } }))
  return reply.status
}

export type UploadRate = Schemas['UploadRateOut']
export type UploadShipment = Schemas['UploadRowOut']
/**
 * What the chosen rates cost; nothing is missing when the balance reaches. Those who may not see the
 * balance get neither figure about it.
 */
export type UploadTotals = Schemas['MoneyOut']

/** A service, how many rows offer it, and what it costs for those. */
export type UploadService = Schemas['UploadServiceOut']

/** The reply as a page of a list. */
export interface UploadRates extends Omit<Schemas['RatesReply'], 'shipments'> {
  items: UploadShipment[]
}

interface RatesParams {
  page: number
  per: number
  /** Only shipments whose label failed, and after the purchase those that were changed since. */
  errors: boolean
}

/** Every page of an upload's rates, for invalidation. */
export function uploadRatesKey(id: string) {
  return [UPLOADS, 'rates', id] as const
}

export function uploadRatesQuery(id: string, { page, per, errors }: RatesParams) {
  return queryOptions({
    queryKey: [...uploadRatesKey(id), { page, per, errors }],
    queryFn: async ({ signal }): Promise<UploadRates> => {
      const query = { page, per, ...(errors ? { errors: '1' } : {}) }
      const params = { path: { id }, query }
      const { shipments, ...rest } = await call(api().GET(RATES, { params, signal }))
      return { ...rest, items: shipments }
    },
    staleTime: 0,
    meta: { quiet: true },
  })
}

export type RateChoice =
  | { rates: Record<string, string> }
  /** For every row that offers it. */
  | { carrier: string; service: string }

export type RateChange = Omit<Schemas['ChoiceReply'], 'success'>

export function chooseRates(id: string, choice: RateChoice): Promise<RateChange> {
  return call(api().PATCH(RATES, { params: { path: { id } }, body: choice }))
}

/** The signed address of the results file: the uploaded rows and what became of them. */
export async function resultsFile(id: string): Promise<string> {
  const path = '/dashboard/shipment_uploads/{id}/results'
  const reply = await call(api().GET(path, { params: { path: { id } } }))
  return reply.url
}
