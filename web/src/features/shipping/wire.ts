// What the shipping routes send and take, in the server's own spelling. Money is a decimal string,
// weights are ounces, sides are inches, times are RFC 3339.
// Types only; they give way to the generated ones as soon as the server's description has them.
import type { Address as PostalAddress } from '@/components/form/address'

export interface Address extends PostalAddress {
  email: string
}

/** Measures arrive as text or as figures. */
export type Measure = string | number

export interface Parcel {
  length: Measure | null
  width: Measure | null
  height: Measure | null
  /** Ounces. */
  weight: Measure
  predefined_package: string
}

export interface ShipmentOptions {
  /** Empty: the account's own format. */
  label_format: string
  print_custom_1: string
  print_custom_2: string
  hub_id: number | null
  carrier_insurance_amount: string
  special_rates_eligibility: string
  hazmat: string
  delivery_confirmation: string
}

/** Value and weight are those of the whole line. */
export interface CustomsItem {
  description: string
  quantity: number
  value: string
  /** Ounces. */
  weight: Measure
  hs_tariff_number: string
  code: string
  origin_country: string
}

export interface CustomsInfo {
  contents_type: string
  contents_explanation: string
  restriction_type: string
  restriction_comments: string
  non_delivery_option: string
  eel_pfc: string
  customs_certify: boolean
  customs_signer: string
  customs_items: CustomsItem[]
}

interface RateService {
  name: string
  price: string
}

export interface Rate {
  id: string
  public_id: string
  carrier: string
  service: string
  service_name: string
  rate: string
  delivery_date: string | null
  delivery_days: number | null
  /** The price list, such as 'usps-2025-10-05'. */
  card: string
  /** How sure the price is: 'quoted', 'published', ... */
  basis: string
  zone: string | null
  billed_lb: number | null
  rate_detail: { services: RateService[] }
}

/** Why a carrier offered nothing. */
export interface CarrierMessage {
  carrier: string
  message: string
  field: string | null
}

interface TrackingEvent {
  at: string
  status: string
  code: string
  message: string
  place: string
}

export interface Shipment {
  id: string
  public_id: string
  date: string
  state: 'draft' | 'buying' | 'bought'
  status: string
  source: string
  custom_id: string | null
  shop_order_id: string | null
  to_name: string
  to_address: Address
  from_address: Address
  return_address: Address | null
  same_return_address: boolean
  parcel: Parcel
  customs_info: CustomsInfo | null
  options: ShipmentOptions
  rates: Rate[]
  rated_at: string | null
  selected_rate: Rate | null
  service: string | null
  carrier: string | null
  price: string | null
  zone: string | null
  tracking_code: string | null
  tracking_status: string | null
  tracking_url: string | null
  label_status: 'ready' | 'error' | null
  label_error: string | null
  label_url: string | null
  label_format: string
  refundable: boolean
  refund_status: 'requested' | 'submitted' | 'refunded' | 'rejected' | null
  downloaded: boolean
  tracking_events: TrackingEvent[]
  messages: CarrierMessage[]
}

/** What is sent to create, change or quote a shipment. */
export interface ShipmentInput {
  from_address: Address
  return_address: Address | null
  to_address: Address
  parcel: Parcel
  customs_info: CustomsInfo | null
  options: ShipmentOptions
  shop_order_id: string | null
  custom_id: string | null
}

export interface QuoteReply {
  rates: Rate[]
  messages: CarrierMessage[]
}

export interface ShipmentReply extends QuoteReply {
  shipment: Shipment
}

export interface Package {
  carrier: string
  name: string
  label: string
  kind: string
  max_weight_oz: Measure
  max_weight_abroad_oz: Measure | null
  min_billable_lb: number | null
  /** Outside measures, longest first; more than one where variants exist. */
  sides: Measure[][]
  abroad_only: boolean
}

interface HazmatClass {
  value: string
  label: string
  carriers: string[]
}

export interface ShippingOptions {
  packages: Package[]
  hubs: { id: number; name: string }[]
  hazmat: HazmatClass[]
  delivery_confirmations: string[]
  contents_types: string[]
  restriction_types: string[]
  non_delivery_options: string[]
  label_layouts: string[]
  label_formats: string[]
  insurance: { percent: string; minimum: string }
}

export interface AddressCheckReply {
  deliverable: boolean
  entered: Address
  suggested: Address | null
  messages: Record<string, string[]>
  residential: boolean | null
}

export interface Warehouse {
  id: string
  public_id: string
  name: string
  company: string
  street1: string
  street2: string
  city: string
  state: string
  zip: string
  phone: string
  country: string
  starred: boolean
  last_used: string | null
  full_address: string
}

export interface SavedPackageRow {
  id: string
  name: string
  info: string
}

export interface SavedPackageInput {
  name: string
  parcel: Parcel
  customs_info: CustomsInfo | null
  options: ShipmentOptions
}

export interface SavedPackage extends SavedPackageInput {
  id: string
  info: string
}

export interface ZipPlace {
  city: string
  state: string
  zip: string
  /** Null where the place is not known. */
  latitude: Measure | null
  longitude: Measure | null
}
