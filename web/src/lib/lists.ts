// What a list asks the server for: page and sort from the address bar, page size and the last
// sort from storage. Route loaders and list pages both use `listParams`, so that they ask for
// the same thing and the loader's answer is found in the cache.
import { formatCount } from './format'
import type { ListSearch } from './search'
import { type PageSize, readStorage, updateStorage } from './storage'

/** A page of a list as the server sends it. */
export interface ListPage<T> {
  items: readonly T[]
  total_count: number
  /** More match than the server counted. */
  more?: boolean | undefined
}

/** How many rows match; '100,000+' when the server counted no further. */
export function totalText(total: number, more = false): string {
  return `${formatCount(total)}${more ? '+' : ''}`
}

export interface ListParams {
  page: number
  per: PageSize
  /** 'column' ascending, '-column' descending; undefined leaves it to the server. */
  sort: string | undefined
}

export interface Sort {
  key: string
  descending: boolean
}

export function parseSort(text: string | undefined): Sort | null {
  if (!text) return null
  const descending = text.startsWith('-')
  const key = descending ? text.slice(1) : text
  return key ? { key, descending } : null
}

export function formatSort(sort: Sort): string {
  return `${sort.descending ? '-' : ''}${sort.key}`
}

export interface ListSettings {
  /** The list's name in storage. */
  name: string
  /** Keys the server can sort by; a remembered or typed sort outside of them is ignored. */
  sortKeys: readonly string[]
  defaultSort?: string
}

export function listParams(settings: ListSettings, search: ListSearch): ListParams {
  const stored = readStorage()
  const known = [search.sort, stored.sort[settings.name], settings.defaultSort].find((text) => {
    const sort = parseSort(text)
    return sort !== null && settings.sortKeys.includes(sort.key)
  })
  return { page: search.page ?? 1, per: stored.per, sort: known }
}

export function rememberSort(name: string, sort: string): void {
  updateStorage({ sort: { ...readStorage().sort, [name]: sort } })
}

export function rememberHiddenColumns(name: string, ids: string[]): void {
  updateStorage({ hiddenColumns: { ...readStorage().hiddenColumns, [name]: ids } })
}

export function pageCount(total: number, per: number): number {
  return Math.max(1, Math.ceil(total / per))
}
