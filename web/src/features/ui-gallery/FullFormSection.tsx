// A full-page form with its sticky bar: addresses, in the US and abroad, with suggestions.
import { useForm } from 'react-hook-form'

import {
  type Address,
  type AddressSuggestion,
  EMPTY_ADDRESS,
  type SuggestAddresses,
} from '@/components/form/address'
import { AddressFields } from '@/components/form/AddressFields'
import { FormSection, FullPageForm } from '@/components/form/FullPageForm'
import { toastSuccess } from '@/components/ui/modals/toasts'

import { wait } from './wait'

interface Values {
  from_address: Address
  to_address: Address
}

const START: Values = {
  from_address: {
    ...EMPTY_ADDRESS,
    name: 'Ada Wright',
    street1: '417 Montgomery St',
    city: 'San Francisco',
    state: 'CA',
    zip: '94104',
    phone: '415-555-0132',
  },
  to_address: { ...EMPTY_ADDRESS, name: 'Jean Martin', country: 'FR', city: 'Lyon', zip: '69002' },
}

const KNOWN: readonly AddressSuggestion[] = [
  {
    label: '417 Montgomery St, San Francisco, CA 94104',
    address: { street1: '417 Montgomery St', city: 'San Francisco', state: 'CA', zip: '94104' },
  },
  {
    label: '1600 Amphitheatre Pkwy, Mountain View, CA 94043',
    address: {
      street1: '1600 Amphitheatre Pkwy',
      city: 'Mountain View',
      state: 'CA',
      zip: '94043',
    },
  },
]

const suggest: SuggestAddresses = async (query, { signal }) => {
  await wait(200, signal)
  return KNOWN.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
}

async function save(): Promise<void> {
  await wait(800)
  toastSuccess('Saved')
}

export function FullFormSection() {
  const form = useForm<Values>({ defaultValues: START })
  return (
    <FullPageForm form={form} onSubmit={save} aria-label="Addresses">
      <FormSection
        title="From address"
        description="US only. Type '417' or '1600' into the street for suggestions."
      >
        <AddressFields
          form={form}
          name="from_address"
          usOnly
          suggest={suggest}
          required={['street1', 'city', 'state', 'zip']}
        />
      </FormSection>
      <FormSection title="To address" description="Any country; states are a list for the US.">
        <AddressFields form={form} name="to_address" required={['street1', 'city', 'country']} />
      </FormSection>
    </FullPageForm>
  )
}
