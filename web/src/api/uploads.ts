// Shipment uploads: a spreadsheet, its mapping, its rates and its labels. Written by hand after the
// contract until the generated types have it; the functions stay, only their types go.
import { queryOptions } from '@tanstack/react-query'

import { isMoving } from '@/lib/uploads'

import { ask, askForm } from './untyped'

interface UploadCounts {
  rows_count: number
  processed_rows_count: number
  shipments_count: number
  labels_count: number
  /** Rows that became no shipment, and shipments whose label failed. */
  errors_count: number
}

/** A row of the list. */
export interface Upload extends UploadCounts {
  id: string
  created_at: string
  filename: string
  file_url: string | null
  mapping_name: string | null
  /** initialized, mapped, rating, rated, purchasing or purchased. */
  status: string
}

interface UploadsPage {
  items: Upload[]
  total_count: number
}

/** How an upload is doing. */
export interface UploadStatus extends UploadCounts {
  status: string
  /** Labels whose carrier has not answered. */
  buying_count: number
  job_id: string | null
  /** A signed address of server-sent events; null where there is none. */
  events_url: string | null
}

const UPLOADS = 'shipment_uploads'
const PATH = '/dashboard/shipment_uploads'
const LIST_POLL_MS = 3_000

function pathOf(id: string, rest = ''): string {
  return `${PATH}/${encodeURIComponent(id)}${rest}`
}

/** Marks every upload and every page of the list, for invalidation. */
export const uploadsKey = [UPLOADS] as const

export function uploadsQuery({ page, per }: { page: number; per: number }) {
  return queryOptions({
    queryKey: [UPLOADS, 'list', { page, per }],
    queryFn: ({ signal }) => ask<UploadsPage>('GET', PATH, { query: { page, per }, signal }),
    // Counts go on while rows are worked on.
    refetchInterval: ({ state }) => (state.data?.items.some(isMoving) ? LIST_POLL_MS : false),
  })
}

type StatusReply = Pick<UploadStatus, 'status'> & Partial<UploadStatus>

/** What a reply leaves out is nothing yet. */
function statusFrom(reply: StatusReply): UploadStatus {
  return {
    status: reply.status,
    rows_count: reply.rows_count ?? 0,
    processed_rows_count: reply.processed_rows_count ?? 0,
    shipments_count: reply.shipments_count ?? 0,
    labels_count: reply.labels_count ?? 0,
    errors_count: reply.errors_count ?? 0,
    buying_count: reply.buying_count ?? 0,
    job_id: reply.job_id ?? null,
    events_url: reply.events_url ?? null,
  }
}

export function uploadStatusQuery(id: string) {
  return queryOptions({
    queryKey: [UPLOADS, 'status', id],
    queryFn: async ({ signal }) =>
      statusFrom(await ask<StatusReply>('GET', pathOf(id, '/status'), { signal })),
    // The page tells the failure.
    meta: { quiet: true },
  })
}

/** What a server-sent event changes; null for one that cannot be read. */
export function withEvent(status: UploadStatus, text: string): UploadStatus | null {
  try {
    const event: Partial<UploadStatus> | null = JSON.parse(text)
    return typeof event?.status === 'string' ? statusFrom({ ...status, ...event }) : null
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
  const form = new FormData()
  if (input.mappingId !== null) form.set('id', input.mappingId)
  if (input.buy) form.set('buy', '1')
  // Last, so that the server knows the rest before it reads the file.
  form.set('file', input.file, input.file.name)
  const reply = await askForm<{ id: string }>(PATH, form, signal)
  return reply.id
}

export async function deleteUpload(id: string): Promise<void> {
  await ask('DELETE', pathOf(id))
}

/** A column of the spreadsheet. */
export interface ColumnMap {
  column: string
  index: number
  /** Null where nothing was assigned or suggested. */
  target: string | null
  samples: string[]
  suggested: boolean
}

export interface MapTarget {
  key: string
  label: string
  group: string
}

export interface UploadMaps {
  maps: ColumnMap[]
  targets: MapTarget[]
  mapping: { id: string; name: string } | null
  mappings: { id: string; name: string; default: boolean }[]
}

export function uploadMapsQuery(id: string) {
  return queryOptions({
    queryKey: [UPLOADS, 'maps', id],
    queryFn: ({ signal }) => ask<UploadMaps>('GET', pathOf(id, '/maps'), { signal }),
    meta: { quiet: true },
  })
}

interface StepReply {
  status: string
  job_id?: string | null
}

export interface MapsInput {
  /** Column index -> target. */
  maps: Record<string, string>
  mapping_id?: string
  save_as?: string
}

/** Each step returns the status that follows. */
export async function updateMaps(id: string, body: MapsInput): Promise<string> {
  const reply = await ask<StepReply>('POST', pathOf(id, '/update_maps'), { body })
  return reply.status
}

/** `overrides` are documents of shipping, as the shipment form sends them. */
export async function rateUpload(id: string, overrides: object): Promise<string> {
  const reply = await ask<StepReply>('POST', pathOf(id, '/rate'), { body: { overrides } })
  return reply.status
}

/** Buys the chosen rates. A second call changes nothing. */
export async function buyUpload(id: string): Promise<string> {
  const reply = await ask<StepReply>('POST', pathOf(id, '/buy_labels'), { body: {} })
  return reply.status
}

/** Buys what failed, or stopped for want of money. */
export async function retryUpload(id: string): Promise<string> {
  const reply = await ask<StepReply>('POST', pathOf(id, '/retry'), { body: {} })
  return reply.status
}

export interface UploadRate {
  public_id: string
  carrier: string
  service: string
  /** For people. */
  service_name?: string
  rate: string
  delivery_date: string | null
}

export interface UploadShipment {
  id: string
  public_id: string
  /** Its row in the file. */
  row: number
  to_name: string
  /** In one line. */
  to_address: string
  weight: string | number | null
  package: string | null
  rates: UploadRate[]
  selected_rate_id: string | null
  price: string | null
  label_status: 'ready' | 'error' | null
  label_error: string | null
  tracking_code: string | null
  label_url: string | null
}

export interface UploadService {
  carrier: string
  service: string
  service_name?: string
  /** How many rows offer it. */
  count: number
  total: string
}

export interface UploadTotals {
  /** The sum of the chosen rates. */
  total: string
  balance_after: string | null
  /** What the balance lacks; null when it reaches. */
  missing: string | null
}

interface RatesReply extends UploadTotals {
  status: string
  rows_count: number
  processed_rows_count: number
  total_count: number
  shipments: UploadShipment[]
  /** 'Row#3' -> what is wrong with it, for the first of them. */
  messages: Record<string, string[]>
  /** How many rows have something wrong. */
  errors_count?: number
  services: UploadService[]
}

/** The reply as a page of a list. */
export interface UploadRates extends Omit<RatesReply, 'shipments'> {
  items: UploadShipment[]
}

interface RatesParams {
  page: number
  per: number
  /** Only shipments whose label failed. */
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
      const query = { page, per, errors: errors ? 1 : undefined }
      const { shipments, ...rest } = await ask<RatesReply>('GET', pathOf(id, '/rates'), {
        query,
        signal,
      })
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

export interface RateChange extends UploadTotals {
  changed: number
}

export function chooseRates(id: string, choice: RateChoice): Promise<RateChange> {
  return ask<RateChange>('PATCH', pathOf(id, '/rates'), { body: choice })
}

/** The signed address of the results file: the uploaded rows and what became of them. */
export async function resultsFile(id: string): Promise<string> {
  const reply = await ask<{ url: string }>('GET', pathOf(id, '/results'))
  return reply.url
}
