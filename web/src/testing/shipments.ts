// Shipments as the server sends them, and a server that lists them.
import { http, HttpResponse } from 'msw'

import type { Shipment, ShipmentRow, ShipmentsPage } from '@/api/shipments/wire'

import { listOf } from './fixtures'
import { mockServer } from './server'
import { address, rate, shipment as draft } from './shipping'

export function shipmentRow(changes: Partial<ShipmentRow> = {}): ShipmentRow {
  const id = changes.id ?? 'shp_1'
  return {
    id,
    public_id: id,
    date: '2026-11-14T10:00:00Z',
    to_name: 'Jane Roe',
    to_address: '417 Montgomery St, San Francisco, CA 94104',
    service: 'GroundAdvantage',
    service_name: 'Ground Advantage',
    carrier: 'USPS',
    price: '8.41',
    tracking_code: '9400100000000000000001',
    tracking_status: null,
    tracking_url: null,
    status: 'Bought',
    label_status: 'ready',
    label_error: null,
    refund_status: null,
    refundable: true,
    downloaded: false,
    source: 'internal',
    custom_id: null,
    shop_order_id: null,
    state: 'bought',
    weight: '12',
    lwh: '12x9x4',
    package: 'Parcel',
    rates_count: 0,
    ...changes,
  }
}

const OPTIONS: ShipmentsPage['options'] = {
  downloaded: [
    ['all', 'All'],
    ['yes', 'Downloaded'],
    ['no', 'Not downloaded'],
  ],
  source: [
    ['internal', 'Internal'],
    ['all', 'All'],
    ['shop', 'Shop'],
  ],
  status: [['bought', 'Bought']],
  carrier: [['USPS', 'USPS']],
  presets: [],
  automations: [],
}

interface ListedExtras extends Partial<Omit<ShipmentsPage, 'items' | 'options'>> {
  options?: Partial<ShipmentsPage['options']>
}

export function shipmentsPage(rows: ShipmentRow[], extras: ListedExtras = {}) {
  return {
    ...listOf(rows),
    has_printer: false,
    no_warehouses: false,
    ...extras,
    options: { ...OPTIONS, ...extras.options },
  }
}

/** A server that lists these; returns what it was asked, newest last. */
export function listShipments(rows: ShipmentRow[] = [], extras?: ListedExtras): URLSearchParams[] {
  const asked: URLSearchParams[] = []
  mockServer.use(
    http.get('*/dashboard/shipments', ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json(shipmentsPage(rows, extras))
    }),
  )
  return asked
}

/** A bought one. */
export function shipment(changes: Partial<Shipment> = {}): Shipment {
  return {
    ...draft(),
    date: '2026-11-14T10:00:00Z',
    state: 'bought',
    status: 'Bought',
    to_name: 'Jane Roe',
    to_address: address({ name: 'Jane Roe' }),
    from_address: { ...address({ name: 'Acme Warehouse' }), id: '' },
    parcel: { length: '12', width: '9', height: '4', weight: '12', predefined_package: 'Parcel' },
    selected_rate: rate({
      rate: '8.91',
      delivery_date: null,
      rate_detail: { services: [{ name: 'Postage', price: '8.41' }] },
    }),
    service: 'GroundAdvantage',
    carrier: 'USPS',
    price: '8.91',
    zone: '4',
    tracking_code: '9400100000000000000001',
    tracking_status: 'in_transit',
    tracking_url: 'https://tracking.example/9400100000000000000001',
    label_status: 'ready',
    refundable: true,
    ...changes,
  }
}
