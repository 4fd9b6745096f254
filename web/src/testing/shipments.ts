// Shipments as the server sends them, and a server that lists them.
import { http, HttpResponse } from 'msw'

import type { Shipment, ShipmentRow, ShipmentsPage } from '@/api/shipments/wire'

import { listOf } from './fixtures'
import { mockServer } from './server'

export function shipmentRow(changes: Partial<ShipmentRow> = {}): ShipmentRow {
  const id = changes.id ?? 'shp_1'
  return {
    id,
    public_id: id,
    date: '2026-11-14T10:00:00Z',
    to_name: 'Jane Roe',
    to_address: '417 Montgomery St, San Francisco, CA 94104',
    service: 'GroundAdvantage',
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
    parcel: { weight: '12', lwh: '12x9x4', package: 'Parcel' },
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

const address = {
  name: 'Jane Roe',
  company: '',
  street1: '417 Montgomery St',
  street2: '',
  city: 'San Francisco',
  state: 'CA',
  zip: '94104',
  country: 'US',
  phone: '',
  email: '',
}

export function shipment(changes: Partial<Shipment> = {}): Shipment {
  return {
    id: 'shp_1',
    public_id: 'shp_1',
    date: '2026-11-14T10:00:00Z',
    state: 'bought',
    status: 'Bought',
    custom_id: null,
    shop_order_id: null,
    to_name: 'Jane Roe',
    to_address: address,
    from_address: { ...address, name: 'Acme Warehouse' },
    parcel: { length: '12', width: '9', height: '4', weight: '12', predefined_package: 'Parcel' },
    selected_rate: {
      carrier: 'USPS',
      service: 'GroundAdvantage',
      service_name: 'Ground Advantage',
      rate: '8.91',
      delivery_date: null,
      rate_detail: { services: [{ name: 'Postage', price: '8.41' }] },
    },
    service: 'GroundAdvantage',
    carrier: 'USPS',
    price: '8.91',
    zone: '4',
    tracking_code: '9400100000000000000001',
    tracking_status: 'in_transit',
    tracking_url: 'https://tracking.example/9400100000000000000001',
    label_status: 'ready',
    label_error: null,
    label_format: 'pdf',
    refundable: true,
    refund_status: null,
    tracking_events: [],
    ...changes,
  }
}
