// What a column is. Columns live at module level (or in a memo): rows are memoised on them.
// `cell` is a method, so that the memoised row need not be generic.
// Sorting, filtering and paging are the server's, so there is no client-side row model here.
import type { ReactNode } from 'react'

export interface Column<T> {
  id: string
  /** Header text, also the name in the column picker. */
  header: string
  cell(row: T): ReactNode
  /** Figures stand at the end. */
  align?: 'start' | 'end'
  /** The server's sort key. Without it the column cannot be sorted. */
  sort?: string
  /** First click sorts descending: right for dates and amounts. */
  descendingFirst?: boolean
  /** Cannot be hidden. */
  fixed?: boolean
  /** Hidden until chosen in the column picker. */
  hiddenAtFirst?: boolean
  /** Widest the column may get, in pixels; longer text is cut with an ellipsis. */
  maxWidth?: number
  /** The header is for screen readers only (row actions). */
  headerHidden?: boolean
  /** Stays at the end of a table that is wider than its place, in sight. */
  sticky?: boolean
}

export function sortKeys<T>(columns: readonly Column<T>[]): string[] {
  return columns.flatMap((column) => (column.sort ? [column.sort] : []))
}

/** Ids of hidden columns: the remembered choice, or the columns' own defaults. */
export function hiddenIds<T>(
  columns: readonly Column<T>[],
  remembered: readonly string[] | undefined,
): ReadonlySet<string> {
  const hideable = columns.filter((column) => !column.fixed)
  return new Set(
    hideable
      .filter((column) => (remembered ? remembered.includes(column.id) : column.hiddenAtFirst))
      .map((column) => column.id),
  )
}
