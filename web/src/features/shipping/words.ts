// The server's names of choices, for people.

/** 'ADULT_SIGNATURE_RESTRICTED' -> 'Adult signature restricted', 'returned_goods' -> 'Returned goods'. */
export function words(name: string): string {
  const text = name.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
