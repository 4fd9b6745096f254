// What the shipping routes send and take, in the server's own spelling. Money is a decimal string,
// weights are ounces, sides are inches, times are RFC 3339. What is sent is the generated type; what
// the forms give is narrower here, because the server fills in whatever is left out.
import type { components } from '@/api/schema.gen'
import type { Address as PostalAddress } from '@/components/form/address'

type Schemas = components['schemas']

export type Shipment = Schemas['ShipmentOut']
export type Rate = Schemas['RateOut']
/** Why a carrier offered nothing. */
export type CarrierMessage = Schemas['CarrierMessage']
export type Parcel = Schemas['ParcelOut']
export type ShipmentOptions = Schemas['OptionsOut']
export type CustomsInfo = Schemas['CustomsOut']
/** Value and weight are those of the whole line. */
export type CustomsItem = Schemas['CustomsItemOut']
export type Package = Schemas['PackageOut']
export type SavedPackage = Schemas['SavedPackageOut']
export type SavedPackageRow = Schemas['SavedPackageRow']
export type ZipPlace = Omit<Schemas['ZipOut'], 'success'>

/** The choices of the forms. */
export type ShippingOptions = Pick<
  Schemas['ShippingOptions'],
  | 'packages'
  | 'hubs'
  | 'hazmat'
  | 'delivery_confirmations'
  | 'contents_types'
  | 'restriction_types'
  | 'non_delivery_options'
  | 'label_layouts'
  | 'label_formats'
  | 'insurance'
>

export interface Address extends PostalAddress {
  email: string
  /** The warehouse that a sender's address was taken from. */
  id?: string
}

/** Measures arrive as text and leave as figures. */
export type Measure = string | number

export interface ParcelInput {
  length: number | null
  width: number | null
  height: number | null
  /** Ounces; empty while it is not known. */
  weight: Measure
  predefined_package: string
}

interface CustomsItemInput extends Omit<CustomsItem, 'weight'> {
  weight: number
}

export interface CustomsInput extends Omit<CustomsInfo, 'customs_items'> {
  customs_items: CustomsItemInput[]
}

/** What is sent to create, change or quote a shipment. */
export interface ShipmentInput {
  from_address: Address
  return_address: Address | null
  to_address: Address
  parcel: ParcelInput
  customs_info: CustomsInput | null
  options: ShipmentOptions
  shop_order_id: string | null
  custom_id: string | null
}

export interface SavedPackageInput {
  name: string
  parcel: ParcelInput
  customs_info: CustomsInput | null
  options: ShipmentOptions
}

export interface ShipmentReply extends Pick<Schemas['RatedReply'], 'rates' | 'messages'> {
  shipment: Shipment
}
