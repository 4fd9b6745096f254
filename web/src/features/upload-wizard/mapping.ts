// Rules of the mapping step: what each column becomes, what is wrong with it, what is sent.
import type { ColumnMap, MapTarget } from '@/api/uploads'
import { OMIT } from '@/lib/uploads'

/** Column index -> target. */
export type Choices = Readonly<Record<number, string>>

export function startChoices(maps: readonly ColumnMap[]): Choices {
  return Object.fromEntries(maps.map(({ index, target }) => [index, target ?? OMIT]))
}

function plain(header: string): string {
  return header.trim().toLowerCase()
}

/** A saved mapping on these columns; those it does not know are not imported. */
export function applied(
  maps: readonly ColumnMap[],
  dictionary: Readonly<Record<string, string>>,
): Choices {
  const known = new Map(Object.entries(dictionary).map(([name, key]) => [plain(name), key]))
  return Object.fromEntries(
    maps.map(({ index, column }) => [index, known.get(plain(column)) ?? OMIT]),
  )
}

/** Columns whose field another column before them fills already. */
export function doubled(maps: readonly ColumnMap[], choices: Choices): ReadonlySet<number> {
  const seen = new Set<string>()
  const found = new Set<number>()
  for (const { index } of maps) {
    const target = choices[index] ?? OMIT
    if (target === OMIT) continue
    if (seen.has(target)) found.add(index)
    seen.add(target)
  }
  return found
}

const PLACE = ['to_address.street1', 'to_address.city', 'to_address.zip']
const WHO = ['to_address.name', 'to_address.company']

/** Labels of what every destination needs and no column gives. A hint; rows may still fail or not. */
export function missing(targets: readonly MapTarget[], choices: Choices): string[] {
  const given = new Set(Object.values(choices))
  const label = (key: string) => targets.find((target) => target.key === key)?.label ?? key
  const who = WHO.some((key) => given.has(key)) ? [] : [WHO.map(label).join(' or ')]
  return [...who, ...PLACE.filter((key) => !given.has(key)).map(label)]
}

/** 'maps.3' -> 3. */
export function columnOf(path: string): number | null {
  const found = /^maps\.(\d+)(?:\.|$)/.exec(path)?.[1]
  return found === undefined ? null : Number(found)
}
