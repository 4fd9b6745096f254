// What the calls about money have in common, as the contract words it. Kept by hand until
// `scripts/generate` has written their paths; then the generated names take its place.

/** A choice of a list, as the server sends it: what is sent back, and what is read. */
export type Choice = readonly [value: string, label: string]

/** A list to choose from and what is chosen; null for nothing. */
export interface Choices {
  value: string | null
  options: readonly Choice[]
}

/** The answer to 'export this': what to tell, and where the file is when it was made at once. */
export interface ExportReply {
  message: string
  url?: string | null
}

/** For Mantine's selects. */
export function selectOptions(choices: readonly Choice[]): { value: string; label: string }[] {
  return choices.map(([value, label]) => ({ value, label }))
}
