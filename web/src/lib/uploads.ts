// What several screens know of uploads: what a column of a spreadsheet may become, how saved mappings
// are called, and which statuses change by themselves.

interface UploadTarget {
  key: string
  label: string
  group: string
}

/** The column is not imported. */
export const OMIT = 'omit'

const ADDRESS = 'To address'
const PARCEL = 'Parcel'
const OTHER = 'Other'

export const UPLOAD_TARGETS: readonly UploadTarget[] = [
  { key: 'to_address.name', label: 'Name', group: ADDRESS },
  { key: 'to_address.company', label: 'Company', group: ADDRESS },
  { key: 'to_address.email', label: 'Email', group: ADDRESS },
  { key: 'to_address.phone', label: 'Phone', group: ADDRESS },
  { key: 'to_address.street1', label: 'Street 1', group: ADDRESS },
  { key: 'to_address.street2', label: 'Street 2', group: ADDRESS },
  { key: 'to_address.city', label: 'City', group: ADDRESS },
  { key: 'to_address.state', label: 'State', group: ADDRESS },
  { key: 'to_address.zip', label: 'ZIP', group: ADDRESS },
  { key: 'to_address.country', label: 'Country', group: ADDRESS },
  { key: 'parcel.weight', label: 'Weight (override, pounds)', group: PARCEL },
  { key: 'parcel.length', label: 'Length (override, inches)', group: PARCEL },
  { key: 'parcel.width', label: 'Width (override, inches)', group: PARCEL },
  { key: 'parcel.height', label: 'Height (override, inches)', group: PARCEL },
  { key: 'shop_order_id', label: 'Order Id', group: OTHER },
  { key: OMIT, label: 'Do Not Import', group: OTHER },
]

interface ChoiceGroup {
  group: string
  items: { value: string; label: string }[]
}

/** For a select, in the order given. */
export function targetChoices(targets: readonly UploadTarget[]): ChoiceGroup[] {
  const groups = new Map<string, ChoiceGroup>()
  for (const { key, label, group } of targets) {
    const found = groups.get(group) ?? { group, items: [] }
    found.items.push({ value: key, label })
    groups.set(group, found)
  }
  return [...groups.values()]
}

const UNNAMED = 'New Mapping'

/** A mapping that nobody has named yet shows an empty name. */
export function mappingName(name: string): string {
  return name === UNNAMED ? '' : name
}

const STEADY = new Set(['initialized', 'mapped', 'rated', 'purchased'])

interface Moving {
  status: string
  /** Labels whose carrier has not answered. */
  buying_count?: number
}

/** It will change by itself: somebody has to keep looking. */
export function isMoving({ status, buying_count = 0 }: Moving): boolean {
  return !STEADY.has(status) || buying_count > 0
}
