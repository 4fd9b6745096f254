// What a filter bar is made of. Keys are those of the page's search params, so a filter for a
// param the route does not know is a type error.
import type { DayRange } from '@/lib/dates'

/** Changes for the address bar; undefined removes a param. */
export type SearchChange = Record<string, string | number | undefined>

export type ChangeSearch = (change: SearchChange, how?: { replace?: boolean }) => void

export interface FilterOption {
  value: string
  label: string
}

interface TextFilterSpec<K extends string> {
  kind: 'text'
  key: K
  label: string
}

interface SelectFilterSpec<K extends string> {
  kind: 'select'
  key: K
  label: string
  options: readonly FilterOption[]
  /** The choice that stands when the address bar says nothing. Without it: anything. */
  defaultValue?: string
}

interface DatesFilterSpec<K extends string> {
  kind: 'dates'
  fromKey: K
  toKey: K
  label: string
  /** The range that stands when the address bar says nothing. Without it: any time. */
  defaultRange?: DayRange
}

export type FilterSpec<K extends string> =
  | TextFilterSpec<K>
  | SelectFilterSpec<K>
  | DatesFilterSpec<K>

/** The params a filter writes. */
export function filterKeys<K extends string>(filter: FilterSpec<K>): K[] {
  return filter.kind === 'dates' ? [filter.fromKey, filter.toKey] : [filter.key]
}
