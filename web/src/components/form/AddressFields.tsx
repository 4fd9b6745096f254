// The fields of an address, for any form that holds one at the path `name`. The state is a list for
// the US and free text elsewhere. With `usOnly` the country is not shown and stays 'US'.
// Suggestions come from the caller; this file knows no maps service.
import {
  type FieldPathByValue,
  type FieldValues,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form'

import type { Address, AddressSuggestion, SuggestAddresses } from './address'
import { asText, isTextFor, subPath } from './field'
import classes from './form.module.css'
import { COUNTRIES, US_STATES } from './regions'
import { StreetField } from './StreetField'
import { TextField } from './TextField'
import { SelectField } from './ValueFields'

/** Parts a form may hold; those its type lacks are left out with `omit`. */
export type AddressPart = keyof Address

interface AddressFieldsProps<
  V extends FieldValues,
  N extends FieldPathByValue<V, Partial<Address>>,
  C,
  T,
> {
  form: UseFormReturn<V, C, T>
  name: N
  usOnly?: boolean
  /** Shown with the required mark. The server decides. */
  required?: readonly AddressPart[]
  omit?: readonly AddressPart[]
  labels?: Partial<Record<AddressPart, string>>
  suggest?: SuggestAddresses
}

const LABELS: Record<AddressPart, string> = {
  name: 'Name',
  company: 'Company',
  street1: 'Street',
  street2: 'Apartment, suite, floor',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
  country: 'Country',
  phone: 'Phone',
}

const PARTS: readonly AddressPart[] = [
  'name',
  'company',
  'country',
  'street1',
  'street2',
  'city',
  'state',
  'zip',
  'phone',
]

const NONE: readonly AddressPart[] = []

const SPANS: Record<AddressPart, number> = {
  name: 3,
  company: 3,
  country: 6,
  street1: 4,
  street2: 2,
  city: 2,
  state: 2,
  zip: 2,
  phone: 3,
}

export function AddressFields<
  V extends FieldValues,
  N extends FieldPathByValue<V, Partial<Address>>,
  C,
  T,
>({
  form,
  name,
  usOnly = false,
  required = NONE,
  omit = NONE,
  labels,
  suggest,
}: AddressFieldsProps<V, N, C, T>) {
  const { control } = form
  const path = (part: AddressPart) => subPath(form.getValues(), name, part)
  const chosen: unknown = useWatch({ control, name: path('country') })
  const country = usOnly ? 'US' : asText(chosen) || 'US'

  const set = (part: AddressPart, value: string) => {
    if (isTextFor<V>(value)) form.setValue(path(part), value, { shouldDirty: true })
  }

  const pick = ({ address }: AddressSuggestion) => {
    for (const part of PARTS) {
      const value = address[part]
      if (value !== undefined && !omit.includes(part)) set(part, value)
    }
  }

  const field = (part: AddressPart) => ({
    control,
    name: path(part),
    label: labels?.[part] ?? labelOf(part, country),
    required: required.includes(part),
  })

  const draw = (part: AddressPart) => {
    const props = field(part)
    if (part === 'country') {
      // A state of the old country means nothing in the new one.
      const clearState = () => set('state', '')
      return <SelectField {...props} data={COUNTRIES} searchable onPick={clearState} />
    }
    if (part === 'state' && country === 'US') {
      return <SelectField {...props} data={US_STATES} searchable clearable />
    }
    if (part === 'street1' && suggest) {
      return <StreetField {...props} country={country} suggest={suggest} onPick={pick} />
    }
    if (part === 'phone') {
      return <TextField {...props} type="tel" allowed={/[\d\s()+.x-]/} maxLength={30} />
    }
    return <TextField {...props} />
  }

  const shown = PARTS.filter((part) => !omit.includes(part) && !(usOnly && part === 'country'))
  return (
    <div className={classes.addressGrid}>
      {shown.map((part) => (
        <div
          key={part}
          data-span={SPANS[part]}
          data-narrow={part === 'state' || part === 'zip' || undefined}
        >
          {draw(part)}
        </div>
      ))}
    </div>
  )
}

function labelOf(part: AddressPart, country: string): string {
  if (country === 'US') return LABELS[part]
  if (part === 'state') return 'State or province'
  if (part === 'zip') return 'Postal code'
  return LABELS[part]
}
