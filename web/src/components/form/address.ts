// The shape of an address in forms, as the server names its parts.

export interface Address {
  name: string
  company: string
  street1: string
  street2: string
  city: string
  state: string
  zip: string
  country: string
  phone: string
}

export const EMPTY_ADDRESS: Readonly<Address> = {
  name: '',
  company: '',
  street1: '',
  street2: '',
  city: '',
  state: '',
  zip: '',
  country: 'US',
  phone: '',
}

export interface AddressSuggestion {
  /** Shown in the list: '417 Montgomery St, San Francisco, CA 94104'. */
  label: string
  address: Partial<Address>
}

/** Looks addresses up while the street is typed. An empty list is a normal answer. */
export type SuggestAddresses = (
  query: string,
  options: { country: string; signal: AbortSignal },
) => Promise<readonly AddressSuggestion[]>
