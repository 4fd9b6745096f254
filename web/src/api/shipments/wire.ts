// Shipments as the server sends them. Written by hand after the contract until the generated types
// have them.

/** A row of the shipments and drafts lists. */
export interface ShipmentRow {
  id: string
  public_id: string
  date: string
  to_name: string
  /** In one line. */
  to_address: string
  service: string | null
  carrier: string | null
  price: string | null
  tracking_code: string | null
  tracking_status: string | null
  tracking_url: string | null
  /** In words. */
  status: string
  label_status: 'ready' | 'error' | null
  label_error: string | null
  refund_status: string | null
  refundable: boolean
  downloaded: boolean
  source: string
  custom_id: string | null
  shop_order_id: string | null
  state: ShipmentState
  parcel: { weight: string | number | null; lwh: string | null; package: string | null }
  rates_count: number
}

type ShipmentState = 'draft' | 'buying' | 'bought'

/** Value and label of a filter's choice. */
export type Choice = readonly [value: string, label: string]

export interface ShipmentsPage {
  items: ShipmentRow[]
  total_count: number
  has_printer: boolean
  no_warehouses: boolean
  options: {
    downloaded: Choice[]
    source: Choice[]
    status: Choice[]
    carrier: Choice[]
    presets: Choice[]
    /** Rules that may be executed by hand; absent while there are none. */
    automations?: Choice[]
  }
}

/** What a list is filtered by: the names of the call's query, and of `all_matching`. */
export interface ShipmentFilters {
  draft: boolean
  q?: string | undefined
  downloaded: string
  source: string
  from?: string | undefined
  to?: string | undefined
  status?: string | undefined
  carrier?: string | undefined
  presets?: string | undefined
  upload_id?: string | undefined
}

export interface ShipmentAddress {
  name: string
  company: string
  street1: string
  street2: string
  city: string
  state: string
  zip: string
  country: string
  phone: string
  email: string
}

interface SelectedRate {
  carrier: string
  service: string
  service_name: string
  rate: string
  delivery_date: string | null
  rate_detail: { services: { name: string; price: string }[] } | null
}

export interface TrackingEvent {
  at: string
  status: string
  code: string | null
  message: string | null
  place: string | null
}

/** What the summary needs of a shipment. */
export interface Shipment {
  id: string
  public_id: string
  date: string
  state: ShipmentState
  status: string
  custom_id: string | null
  shop_order_id: string | null
  to_name: string
  to_address: ShipmentAddress
  from_address: ShipmentAddress
  parcel: {
    length: string | number | null
    width: string | number | null
    height: string | number | null
    weight: string | number | null
    predefined_package: string
  }
  selected_rate: SelectedRate | null
  service: string | null
  carrier: string | null
  price: string | null
  zone: string | null
  tracking_code: string | null
  tracking_status: string | null
  tracking_url: string | null
  label_status: 'ready' | 'error' | null
  label_error: string | null
  label_format: string | null
  refundable: boolean
  refund_status: string | null
  /** Newest first. */
  tracking_events: TrackingEvent[]
}

type Cell = string | number | null

export interface OrderBlock {
  title?: string | null
  headers: Cell[]
  rows: Cell[][]
  footer: Cell[] | null
}

export interface OrderBlocks {
  main: OrderBlock | null
  additional: { items: OrderBlock[] } | null
}

export interface BuyReport {
  bought: { id: string; tracking_code: string }[]
  failed: { id: string; message: string }[]
}

export interface FileReport {
  url: string
  format: string
}

export interface RefundReport {
  message: string | null
  refund_statuses: { tracking_code: string; status: string }[]
}

export interface ExecuteReport {
  applied_actions: number
}

export type LabelFormat = 'pdf' | 'png' | 'zpl'
export type LabelLayout = '4X6' | '8.5X11'
