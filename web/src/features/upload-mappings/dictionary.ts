// A mapping as the editor holds it: lines of header and field, in place of the server's dictionary.
import type { MappingInput, UploadMapping } from '@/api/mappings'
import { mappingName, OMIT } from '@/lib/uploads'

interface Line {
  header: string
  target: string
}

export interface MappingValues {
  name: string
  lines: Line[]
}

export const EMPTY_LINE: Readonly<Line> = { header: '', target: OMIT }

export function newMapping(): MappingValues {
  return { name: '', lines: [{ ...EMPTY_LINE }] }
}

export function fromWire({ name, dictionary }: UploadMapping): MappingValues {
  const lines = Object.entries(dictionary).map(([header, target]) => ({ header, target }))
  return { name: mappingName(name), lines }
}

/** Lines without a header are left out. */
export function toWire({ name, lines }: MappingValues): MappingInput {
  const given = lines
    .map(({ header, target }) => [header.trim(), target] as const)
    .filter(([header]) => header !== '')
  return { name: name.trim(), dictionary: Object.fromEntries(given) }
}

/** Lines whose header stands in a line before already. */
export function doubled(lines: readonly Line[]): number[] {
  const seen = new Set<string>()
  return lines.flatMap(({ header }, at) => {
    const plain = header.trim().toLowerCase()
    if (plain === '') return []
    const again = seen.has(plain)
    seen.add(plain)
    return again ? [at] : []
  })
}
