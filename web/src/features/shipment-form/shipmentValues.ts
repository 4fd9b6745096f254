// The purchase form's values, from and to the wire.
import { needsCustoms } from '@/features/shipping/customsRule'
import {
  customsFromWire,
  customsToWire,
  DEFAULT_OPTIONS,
  DEFAULT_PARCEL,
  defaultCustoms,
  NO_ADDRESS,
  optionsFromWire,
  optionsToWire,
  type PackageValues,
  parcelFromWire,
  parcelToWire,
} from '@/features/shipping/values'
import type { Address, Shipment, ShipmentInput } from '@/features/shipping/wire'

export interface ShipmentValues extends PackageValues {
  from_address: Address
  same_return_address: boolean
  return_address: Address
  to_address: Address
}

export function newShipment(): ShipmentValues {
  return {
    from_address: { ...NO_ADDRESS },
    same_return_address: true,
    return_address: { ...NO_ADDRESS },
    to_address: { ...NO_ADDRESS },
    parcel: { ...DEFAULT_PARCEL },
    options: { ...DEFAULT_OPTIONS },
    customs_info: defaultCustoms(),
  }
}

export function shipmentFromWire(shipment: Shipment): ShipmentValues {
  return {
    from_address: { ...NO_ADDRESS, ...shipment.from_address, country: 'US' },
    same_return_address: shipment.same_return_address,
    return_address: { ...NO_ADDRESS, ...shipment.return_address },
    to_address: {
      ...NO_ADDRESS,
      ...shipment.to_address,
      country: shipment.to_address.country || 'US',
    },
    parcel: parcelFromWire(shipment.parcel),
    options: optionsFromWire(shipment.options),
    customs_info: customsFromWire(shipment.customs_info),
  }
}

/** What the shipment keeps that the form does not show. */
export interface ShipmentOrigin {
  shop_order_id: string | null
  custom_id: string | null
}

export function shipmentToWire(values: ShipmentValues, origin: ShipmentOrigin): ShipmentInput {
  const { from_address, to_address } = values
  return {
    from_address,
    return_address: values.same_return_address ? null : values.return_address,
    to_address,
    parcel: parcelToWire(values.parcel),
    customs_info: needsCustoms(from_address, to_address)
      ? customsToWire(values.customs_info)
      : null,
    options: optionsToWire(values.options),
    ...origin,
  }
}

/** Enough to ask for prices: where from, where to, how heavy. */
export function canBeQuoted({ from_address, to_address, parcel }: ShipmentInput): boolean {
  const abroad = to_address.country !== 'US'
  const knownEnds = from_address.zip.trim().length >= 5 && (abroad || to_address.zip.length >= 5)
  return knownEnds && Number(parcel.weight) > 0
}
