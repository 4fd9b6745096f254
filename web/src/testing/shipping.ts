// Shipments and what belongs to them as the server sends them, and a mock server that keeps one.
import { http, HttpResponse, type PathParams, type StrictRequest } from 'msw'

import type { Warehouse } from '@/api/warehouses'
import type {
  Address,
  Rate,
  SavedPackage,
  Shipment,
  ShipmentInput,
  ShippingOptions,
} from '@/features/shipping/wire'

import { listOf } from './fixtures'
import { mockServer } from './server'

export function address(changes: Partial<Address> = {}): Address {
  return {
    name: 'Ada Wright',
    company: '',
    street1: '417 Montgomery St',
    street2: '',
    city: 'San Francisco',
    state: 'CA',
    zip: '94104',
    country: 'US',
    phone: '',
    email: '',
    ...changes,
  }
}

export function rate(changes: Partial<Rate> = {}): Rate {
  const id = changes.id ?? 'rate_1'
  const price = changes.rate ?? '8.41'
  return {
    id,
    public_id: id,
    carrier: 'USPS',
    service: 'GroundAdvantage',
    service_name: 'Ground Advantage',
    rate: price,
    delivery_date: '2026-11-20',
    delivery_days: 3,
    card: 'usps-2025-10-05',
    basis: 'published',
    zone: '8',
    billed_lb: null,
    rate_detail: { services: [{ name: 'Postage', price }] },
    ...changes,
  }
}

export function shipment(changes: Partial<Shipment> = {}): Shipment {
  return {
    id: 'shp_1',
    public_id: 'shp_1',
    date: '2026-11-15T10:00:00Z',
    state: 'draft',
    status: 'Draft',
    source: 'internal',
    custom_id: null,
    shop_order_id: null,
    to_name: 'Jo Doe',
    to_address: address({
      name: 'Jo Doe',
      street1: '350 5th Ave',
      city: 'New York',
      state: 'NY',
      zip: '10118',
    }),
    from_address: { ...address(), id: '' },
    return_address: null,
    same_return_address: true,
    parcel: { length: '10', width: '8', height: '4', weight: '20', predefined_package: 'Parcel' },
    customs_info: null,
    options: {
      label_format: '',
      print_custom_1: '',
      print_custom_2: '',
      hub_id: null,
      carrier_insurance_amount: '0.00',
      special_rates_eligibility: '',
      hazmat: '',
      delivery_confirmation: 'NO_SIGNATURE',
    },
    rates: [],
    rated_at: null,
    selected_rate: null,
    service: null,
    carrier: null,
    price: null,
    zone: null,
    tracking_code: null,
    tracking_status: null,
    tracking_url: null,
    label_status: null,
    label_error: null,
    label_url: null,
    label_format: 'pdf',
    refundable: false,
    refund_status: null,
    downloaded: false,
    tracking_events: [],
    messages: [],
    ...changes,
  }
}

export const shippingOptions: ShippingOptions = {
  packages: [
    pack('USPS', 'Parcel', 'Parcel (your own box)', 'own', 1120),
    pack('USPS', 'Letter', 'Letter', 'letter', 3.5, { sides: [[11.5, 6.125, 0.25]] }),
    pack('USPS', 'FlatRateEnvelope', 'Flat Rate Envelope', 'flat_rate', 1120, {
      max_weight_abroad_oz: 64,
      sides: [[12.5, 9.5, 0.75]],
    }),
    pack('FedEx', 'Parcel', 'Your packaging', 'own', 2400),
    pack('FedEx', 'FedExSmallBox', 'FedEx Small Box', 'carrier', 320, {
      min_billable_lb: 2,
      sides: [
        [12.375, 10.875, 1.5],
        [11.25, 8.75, 2.69],
      ],
    }),
  ],
  hubs: [
    { id: 1, name: 'LAX' },
    { id: 17, name: 'JFK' },
  ],
  hazmat: [
    { value: 'LIMITED_QUANTITY', label: 'Limited Quantity Ground Package', carriers: ['USPS'] },
    { value: 'LIGHTERS', label: 'Lighters Package', carriers: ['USPS'] },
  ],
  delivery_confirmations: ['NO_SIGNATURE', 'SIGNATURE', 'ADULT_SIGNATURE'],
  contents_types: ['merchandise', 'gift', 'other'],
  restriction_types: ['none', 'quarantine', 'other'],
  non_delivery_options: ['return', 'abandon'],
  label_layouts: ['4X6', '8.5X11'],
  label_formats: ['pdf', 'png', 'zpl'],
  insurance: { percent: '1.0', minimum: '0.50' },
}

type Pack = ShippingOptions['packages'][number]

function pack(
  carrier: string,
  name: string,
  label: string,
  kind: string,
  max_weight_oz: number,
  changes: Partial<Pack> = {},
): Pack {
  const rest = {
    max_weight_abroad_oz: null,
    min_billable_lb: null,
    sides: [],
    abroad_only: false,
  }
  return { carrier, name, label, kind, max_weight_oz, ...rest, ...changes }
}

export const warehouse: Warehouse = {
  ...address({ name: 'Dock 4' }),
  id: 'adr_1',
  public_id: 'adr_1',
  starred: false,
  last_used: null,
  full_address: '417 Montgomery St, San Francisco, CA, 94104',
}

export function savedPackage(changes: Partial<SavedPackage> = {}): SavedPackage {
  const { parcel, options } = shipment()
  return {
    id: 'pkg_1',
    name: 'Mug',
    info: '6 × 6 × 5 in',
    parcel,
    options,
    customs_info: null,
    ...changes,
  }
}

/** Figures come back as texts. */
function stored(sent: ShipmentInput): Partial<Shipment> {
  const { parcel, customs_info, ...rest } = sent
  const text = (figure: number | null) => (figure === null ? null : String(figure))
  return {
    ...rest,
    from_address: { ...sent.from_address, id: sent.from_address.id ?? '' },
    same_return_address: !sent.return_address,
    parcel: {
      predefined_package: parcel.predefined_package,
      length: text(parcel.length),
      width: text(parcel.width),
      height: text(parcel.height),
      weight: String(parcel.weight),
    },
    customs_info: customs_info && {
      ...customs_info,
      customs_items: customs_info.customs_items.map((item) =>
        Object.assign({}, item, { weight: String(item.weight) }),
      ),
    },
  }
}

interface SentBody {
  shipment: ShipmentInput
  draft?: boolean
}

/** What a form asks for at its start, a quote without rates, and a shipment that is kept. */
export function keepShipment(start: Shipment = shipment()) {
  const sentBodies: { method: string; body: SentBody }[] = []
  const kept = { shipment: start, sent: sentBodies }
  const save = async (request: StrictRequest<SentBody>, status: number) => {
    const body = await request.json()
    kept.sent.push({ method: request.method, body })
    kept.shipment = { ...kept.shipment, ...stored(body.shipment) }
    const { rates, messages } = kept.shipment
    return HttpResponse.json(
      { success: true, shipment: kept.shipment, rates, messages },
      { status },
    )
  }
  mockServer.use(
    http.get('*/dashboard/shipping_options', () =>
      HttpResponse.json({ success: true, ...shippingOptions }),
    ),
    http.get('*/dashboard/user/addresses', () => HttpResponse.json(listOf([]))),
    http.get('*/dashboard/saved_packages', () => HttpResponse.json(listOf([]))),
    http.get('*/dashboard/addresses/autocomplete', () => HttpResponse.json(listOf([]))),
    http.post('*/dashboard/addresses/check', () => new HttpResponse(null, { status: 503 })),
    http.get('*/dashboard/zips/:zip', () => new HttpResponse(null, { status: 404 })),
    http.get('*/dashboard/shipments/:id', () =>
      HttpResponse.json({ success: true, shipment: kept.shipment }),
    ),
    http.post('*/dashboard/shipments/quote', () =>
      HttpResponse.json({ success: true, rates: [], messages: [] }),
    ),
    http.post<PathParams, SentBody>('*/dashboard/shipments', ({ request }) => save(request, 201)),
    http.patch<PathParams, SentBody>('*/dashboard/shipments/:id', ({ request }) =>
      save(request, 200),
    ),
  )
  return kept
}
