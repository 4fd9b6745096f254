// The forms' own values: the wire's names, so that the server's field errors find their fields, but
// figures as inputs hold them (null for empty) and choices as text. Defaults are the specification's.
import { EMPTY_ADDRESS } from '@/components/form/address'

import type {
  Address,
  CustomsInfo,
  CustomsInput,
  CustomsItem,
  Measure,
  Parcel,
  ParcelInput,
  ShipmentOptions,
} from './wire'

export interface ParcelValues {
  length: number | null
  width: number | null
  height: number | null
  /** Ounces. */
  weight: number | null
  predefined_package: string
}

export interface OptionsValues extends Omit<ShipmentOptions, 'hub_id'> {
  hub_id: string
}

export interface CustomsItemValues extends Omit<CustomsItem, 'quantity' | 'weight'> {
  quantity: number | null
  weight: number | null
}

export interface CustomsValues extends Omit<CustomsInfo, 'customs_items'> {
  customs_items: CustomsItemValues[]
}

/** What the shipment form and the saved package share. */
export interface PackageValues {
  parcel: ParcelValues
  options: OptionsValues
  customs_info: CustomsValues
}

/** The package everybody has. */
export const OWN_BOX = 'Parcel'
export const MEDIA_MAIL = 'USPS.MEDIAMAIL,USPS.LIBRARYMAIL'

export const NO_ADDRESS: Readonly<Address> = { ...EMPTY_ADDRESS, email: '' }

export const DEFAULT_PARCEL: Readonly<ParcelValues> = {
  length: null,
  width: null,
  height: null,
  weight: null,
  predefined_package: OWN_BOX,
}

export const DEFAULT_OPTIONS: Readonly<OptionsValues> = {
  label_format: '',
  print_custom_1: '',
  print_custom_2: '',
  hub_id: '',
  carrier_insurance_amount: '',
  special_rates_eligibility: '',
  hazmat: '',
  delivery_confirmation: 'NO_SIGNATURE',
}

export function defaultCustoms(): CustomsValues {
  return {
    contents_type: 'merchandise',
    contents_explanation: '',
    restriction_type: 'none',
    restriction_comments: '',
    non_delivery_option: 'return',
    eel_pfc: 'NOEEI 30.37(a)',
    customs_certify: false,
    customs_signer: '',
    customs_items: [],
  }
}

export const EMPTY_ITEM: Readonly<CustomsItemValues> = {
  description: '',
  quantity: 1,
  value: '',
  weight: null,
  hs_tariff_number: '',
  code: '',
  origin_country: 'US',
}

/** Null for what is no figure, and for nothing. */
export function toFigure(value: Measure | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const figure = Number(value)
  return Number.isFinite(figure) ? figure : null
}

/** A missing or zero figure is an empty input. */
function toInput(value: Measure | null | undefined): number | null {
  return toFigure(value) || null
}

export function parcelFromWire(parcel: Parcel): ParcelValues {
  return {
    length: toInput(parcel.length),
    width: toInput(parcel.width),
    height: toInput(parcel.height),
    weight: toInput(parcel.weight),
    predefined_package: parcel.predefined_package || OWN_BOX,
  }
}

export function parcelToWire(parcel: ParcelValues): ParcelInput {
  return { ...parcel, weight: parcel.weight ?? '' }
}

export function optionsFromWire(options: ShipmentOptions): OptionsValues {
  const { hub_id, carrier_insurance_amount: amount } = options
  return {
    ...DEFAULT_OPTIONS,
    ...options,
    hub_id: hub_id ? String(hub_id) : '',
    carrier_insurance_amount: Number(amount) === 0 ? '' : amount,
    delivery_confirmation: options.delivery_confirmation || 'NO_SIGNATURE',
  }
}

export function optionsToWire(options: OptionsValues): ShipmentOptions {
  return {
    ...options,
    hub_id: options.hub_id === '' ? null : Number(options.hub_id),
    carrier_insurance_amount: options.carrier_insurance_amount || '0.00',
  }
}

export function customsFromWire(customs: CustomsInfo | null | undefined): CustomsValues {
  if (!customs) return defaultCustoms()
  return {
    ...defaultCustoms(),
    ...customs,
    customs_items: customs.customs_items.map((item) => ({
      ...item,
      quantity: toInput(item.quantity),
      weight: toInput(item.weight),
      value: Number(item.value) === 0 ? '' : item.value,
    })),
  }
}

export function customsToWire(customs: CustomsValues): CustomsInput {
  return {
    ...customs,
    customs_items: customs.customs_items.map((item) => ({
      ...item,
      quantity: item.quantity ?? 0,
      weight: item.weight ?? 0,
      value: item.value || '0.00',
    })),
  }
}
