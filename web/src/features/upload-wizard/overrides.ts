// The import step's values: what all rows share. They are tried on a fixed destination first, so
// that a faulty sender or parcel is told beside its field and not once per row.
import type { UploadOverrides } from '@/api/uploads'
import {
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
import type { Address, ParcelInput, ShipmentInput, ShipmentOptions } from '@/features/shipping/wire'

export interface OverrideValues extends PackageValues {
  from_address: Address
  same_return_address: boolean
  return_address: Address
}

export function newOverrides(): OverrideValues {
  return {
    from_address: { ...NO_ADDRESS },
    same_return_address: true,
    return_address: { ...NO_ADDRESS },
    parcel: { ...DEFAULT_PARCEL },
    options: { ...DEFAULT_OPTIONS },
    // The sections of the shipment form know it; uploads have none.
    customs_info: defaultCustoms(),
  }
}

/** What was sent last, to be changed. */
export function fromOverrides(sent: UploadOverrides | null): OverrideValues {
  const values = newOverrides()
  if (!sent) return values
  return {
    ...values,
    from_address: { ...values.from_address, ...sent.from_address },
    same_return_address: !sent.return_address,
    return_address: { ...values.return_address, ...sent.return_address },
    parcel: parcelFromWire(sent.parcel),
    options: optionsFromWire(sent.options),
  }
}

/** Nobody lives there: the dry run is about everything but the destination. */
export const DUMMY_DESTINATION: Readonly<Address> = {
  ...NO_ADDRESS,
  name: 'Jane Doe',
  street1: '417 Montgomery St',
  city: 'San Francisco',
  state: 'CA',
  zip: '94104',
  country: 'US',
  phone: '4155550100',
}

/** What a row would bring: a pound, and a small box. */
const STAND_IN = { weight: 16, length: 10, width: 8, height: 4 } as const
type Measured = keyof typeof STAND_IN

/** The measures that columns of the file give. */
export type FromFile = ReadonlySet<Measured>

export function measuresOf(targets: readonly (string | null | undefined)[]): FromFile {
  const measures: readonly Measured[] = ['weight', 'length', 'width', 'height']
  return new Set(measures.filter((name) => targets.includes(`parcel.${name}`)))
}

interface Overrides {
  from_address: Address
  return_address: Address | null
  parcel: ParcelInput
  options: ShipmentOptions
}

export function toOverrides(values: OverrideValues): Overrides {
  return {
    from_address: values.from_address,
    return_address: values.same_return_address ? null : values.return_address,
    parcel: parcelToWire(values.parcel),
    options: optionsToWire(values.options),
  }
}

/** What the rows will be, with the fixed destination; what the file brings is stood in for. */
export function dryRun(values: OverrideValues, fromFile: FromFile): ShipmentInput {
  const parcel = { ...values.parcel }
  for (const name of fromFile) parcel[name] ??= STAND_IN[name]
  return {
    ...toOverrides({ ...values, parcel }),
    to_address: { ...DUMMY_DESTINATION },
    customs_info: null,
    shop_order_id: null,
    custom_id: null,
  }
}
