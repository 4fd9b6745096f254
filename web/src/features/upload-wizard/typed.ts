// What was typed in Import Upload and not sent yet. It is kept by upload, so that who leaves the
// step or the page finds it again; rating with it, or discarding it, ends that.
import * as z from 'zod/mini'

import { defaultCustoms, OWN_BOX } from '@/features/shipping/values'
import { keepTyped, readTyped } from '@/lib/storage'

import type { OverrideValues } from './overrides'

const text = z.catch(z.string(), '')
const figure = z.catch(z.nullable(z.number()), null)

const address = z.object({
  name: text,
  company: text,
  street1: text,
  street2: text,
  city: text,
  state: text,
  zip: text,
  country: z.catch(z.string(), 'US'),
  phone: text,
  email: text,
  id: z.exactOptional(z.string()),
})

/** Field by field: what another version of this page kept costs no more than what it lacks. */
const schema = z.object({
  from_address: address,
  same_return_address: z.catch(z.boolean(), true),
  return_address: address,
  parcel: z.object({
    length: figure,
    width: figure,
    height: figure,
    weight: figure,
    predefined_package: z.catch(z.string(), OWN_BOX),
  }),
  options: z.object({
    label_format: text,
    print_custom_1: text,
    print_custom_2: text,
    hub_id: text,
    carrier_insurance_amount: text,
    special_rates_eligibility: text,
    hazmat: text,
    delivery_confirmation: z.catch(z.string(), 'NO_SIGNATURE'),
  }),
})

const nameOf = (id: string) => `upload ${id}`

/** Null: nothing, or nothing that can be read. */
export function typedFor(id: string): OverrideValues | null {
  const found = schema.safeParse(readTyped(nameOf(id)))
  return found.success ? { ...found.data, customs_info: defaultCustoms() } : null
}

/** Null: from now on there is nothing. */
export function keepFor(id: string, values: OverrideValues | null): void {
  keepTyped(nameOf(id), values)
}
