// What helps to fill an address in.
import { api, call } from './client'
import type { components } from './schema.gen'

type Place = components['schemas']['PlaceOut']

interface Suggestion {
  label: string
  address: Partial<Place>
}

/** Addresses that match what was typed of a street. */
export async function suggestAddresses(
  q: string,
  { country, signal }: { country: string; signal: AbortSignal },
): Promise<Suggestion[]> {
  const reply = await call(
    api().GET('/dashboard/addresses/autocomplete', { params: { query: { q, country } }, signal }),
  )
  return reply.items.map(({ label, address }) => ({ label, address: knownParts(address) }))
}

/** What a suggestion does not know stays as it is, but the street: it was a city that was typed. */
function knownParts(address: Place): Partial<Place> {
  const known = Object.entries(address).filter(([part, text]) => text || part === 'street1')
  return Object.fromEntries(known)
}
