// Lists to choose from. The description of the API calls their pairs lists of texts; they are read
// here, at the edge.

/** A choice of a list, as the server sends it: what is sent back, and what is read. */
export type Choice = readonly [value: string, label: string]

/** A list to choose from and what is chosen; null for nothing. */
export interface Choices {
  value: string | null
  options: readonly Choice[]
}

/** Pairs of texts; what is none is left out. */
export function choices(sent: unknown): Choice[] {
  if (!Array.isArray(sent)) return []
  return sent.flatMap((pair: unknown): Choice[] => {
    const [value, label]: unknown[] = Array.isArray(pair) ? pair : []
    return typeof value === 'string' && typeof label === 'string' ? [[value, label]] : []
  })
}

/** With what is chosen. */
export function choicesOf({
  value,
  options,
}: {
  value?: string | null
  options: unknown
}): Choices {
  return { value: value ?? null, options: choices(options) }
}

/** For Mantine's selects. */
export function selectOptions(list: readonly Choice[]): { value: string; label: string }[] {
  return list.map(([value, label]) => ({ value, label }))
}
