// Uploads, mappings and jobs as the server sends them, and a mock server that keeps one upload.
import { http, HttpResponse } from 'msw'

import type { JobRow } from '@/api/jobs'
import type { UploadMapping } from '@/api/mappings'
import type {
  ColumnMap,
  MapsInput,
  RateChange,
  RateChoice,
  Upload,
  UploadMaps,
  UploadShipment,
  UploadStatus,
  UploadTotals,
} from '@/api/uploads'
import { UPLOAD_TARGETS } from '@/lib/uploads'

import { listOf } from './fixtures'
import { mockServer } from './server'

export function upload(changes: Partial<Upload> = {}): Upload {
  return {
    id: 'upl_1',
    created_at: '2026-11-14T10:00:00Z',
    filename: 'orders.csv',
    file_url: '/dashboard/files/fil_1?ticket=t',
    mapping_name: null,
    status: 'rated',
    rows_count: 3,
    processed_rows_count: 3,
    shipments_count: 2,
    labels_count: 0,
    errors_count: 1,
    created_by: 'Ada Owner',
    ...changes,
  }
}

export function mapping(changes: Partial<UploadMapping> = {}): UploadMapping {
  return {
    id: 'map_1',
    name: 'Shop export',
    dictionary: { Recipient: 'to_address.name', Postcode: 'to_address.zip' },
    default: false,
    ...changes,
  }
}

export function jobRow(changes: Partial<JobRow> = {}): JobRow {
  return {
    id: 'job_1',
    kind: 'shipments',
    title: 'Buying 12 labels',
    by: 'Ada Owner',
    state: 'running',
    created_at: '2026-11-14T10:00:00Z',
    finished_at: null,
    total: 12,
    done: 3,
    failed: 0,
    cancellable: true,
    retryable: false,
    link: null,
    ...changes,
  }
}

function column(index: number, name: string, target: string | null, samples: string[]): ColumnMap {
  return { column: name, index, target, samples, suggested: target !== null }
}

export const uploadMaps: UploadMaps = {
  maps: [
    column(0, 'Recipient', 'to_address.name', ['Ada Wright', 'Jo Doe', 'Li Wei']),
    column(1, 'Street', 'to_address.street1', ['417 Montgomery St', '350 5th Ave']),
    column(2, 'City', 'to_address.city', ['San Francisco']),
    column(3, 'Postcode', 'to_address.zip', ['94104', '10118']),
    column(4, 'Gift note', null, ['Happy birthday']),
  ],
  targets: [...UPLOAD_TARGETS],
  mapping: null,
  mappings: [{ id: 'map_1', name: 'Shop export', default: false }],
}

export function uploadShipment(changes: Partial<UploadShipment> = {}): UploadShipment {
  const row = changes.row ?? 1
  const rate = (service: string, price: string) => ({
    public_id: `rate_${row}_${service}`,
    carrier: 'USPS',
    service,
    service_name: service,
    rate: price,
    delivery_date: null,
  })
  return {
    id: `shp_${row}`,
    public_id: `shp_${row}`,
    row,
    to_name: row === 1 ? 'Ada Wright' : 'Jo Doe',
    to_address: '417 Montgomery St, San Francisco, CA 94104',
    weight: '16',
    package: 'Parcel',
    rates: [rate('Priority', '9.10'), rate('GroundAdvantage', '5.20')],
    selected_rate_id: `rate_${row}_GroundAdvantage`,
    price: '5.20',
    state: 'draft',
    label_status: null,
    label_error: null,
    tracking_code: null,
    label_url: null,
    ...changes,
  }
}

const START: UploadStatus = {
  status: 'initialized',
  rows_count: 3,
  processed_rows_count: 0,
  shipments_count: 2,
  labels_count: 0,
  errors_count: 0,
  row_errors_count: 0,
  label_errors_count: 0,
  buying_count: 0,
  job_id: null,
  message: null,
  events_url: '/dashboard/shipment_uploads/upl_1/events?ticket=t',
}

interface Kept {
  status: UploadStatus
  maps: UploadMaps
  mappings: UploadMapping[]
  shipments: UploadShipment[]
  totals: UploadTotals
  messages: Record<string, string[]>
  /** What was asked of the steps, in order. */
  sent: { step: string; body: unknown }[]
}

/** An upload that moves on when its steps are taken. Tests change what it keeps. */
export function keepUpload(start: Partial<UploadStatus> = {}): Kept {
  const kept: Kept = {
    status: { ...START, ...start },
    maps: uploadMaps,
    mappings: [mapping()],
    shipments: [uploadShipment(), uploadShipment({ row: 2 })],
    totals: { total: '10.40', balance_after: '89.60', missing: null, open_count: 2 },
    messages: {},
    sent: [],
  }
  const step = (name: string, next: string) =>
    http.post(`*/dashboard/shipment_uploads/:id/${name}`, async ({ request }) => {
      // A retry says nothing: what failed is known.
      const text = await request.text()
      kept.sent.push({ step: name, body: text === '' ? null : JSON.parse(text) })
      kept.status = { ...kept.status, status: next }
      return HttpResponse.json({ success: true, status: next, job_id: 'job_1' })
    })
  mockServer.use(
    http.get('*/dashboard/shipment_uploads/:id/status', () =>
      HttpResponse.json({ success: true, ...kept.status }),
    ),
    http.get('*/dashboard/shipment_uploads/:id/maps', () =>
      HttpResponse.json({ success: true, ...kept.maps }),
    ),
    http.get('*/dashboard/shipment_upload_mappings', () =>
      HttpResponse.json(listOf(kept.mappings)),
    ),
    http.get('*/dashboard/shipment_uploads/:id/rates', ({ request }) => {
      const onlyErrors = new URL(request.url).searchParams.has('errors')
      const shipments = kept.shipments.filter(
        ({ label_status }) => !onlyErrors || label_status === 'error',
      )
      const services = [
        {
          carrier: 'USPS',
          service: 'Priority',
          service_name: 'Priority',
          count: 2,
          total: '18.20',
        },
        {
          carrier: 'USPS',
          service: 'GroundAdvantage',
          service_name: 'GroundAdvantage',
          count: 2,
          total: '10.40',
        },
      ]
      const { status, messages, totals } = kept
      const total_count = shipments.length
      return HttpResponse.json({
        success: true,
        ...status,
        ...totals,
        total_count,
        shipments,
        messages,
        services,
      })
    }),
    http.patch<never, RateChoice>('*/dashboard/shipment_uploads/:id/rates', async ({ request }) => {
      const body = await request.json()
      kept.sent.push({ step: 'choose', body })
      kept.totals = { total: '14.30', balance_after: '85.70', missing: null, open_count: 2 }
      const reply: RateChange = { ...kept.totals, changed: 2 }
      return HttpResponse.json({ success: true, ...reply })
    }),
    http.post<never, MapsInput>(
      '*/dashboard/shipment_uploads/:id/update_maps',
      async ({ request }) => {
        const body = await request.json()
        kept.sent.push({ step: 'update_maps', body })
        const maps = kept.maps.maps.map((map) => ({
          ...map,
          target: body.maps?.[String(map.index)] ?? null,
        }))
        kept.maps = { ...kept.maps, maps }
        kept.status = { ...kept.status, status: 'mapped' }
        return HttpResponse.json({ success: true, status: 'mapped' })
      },
    ),
    step('rate', 'rating'),
    step('buy_labels', 'purchasing'),
    step('retry', 'purchasing'),
  )
  return kept
}
