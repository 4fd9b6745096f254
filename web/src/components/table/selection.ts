// Which rows are chosen: single ids (kept with their rows, so that they survive paging), or
// everything that matches the list's query. Choosing everything sends the query, never ids.
// A change of filters empties the selection: nobody should act on rows no longer in view.
import { useCallback, useMemo, useRef, useState } from 'react'

/** What a bulk action acts on. */
export type SelectionTarget<Q> =
  | { kind: 'ids'; ids: string[]; count: number }
  | { kind: 'query'; query: Q; count: number }

export interface Selection<T, Q = unknown> {
  /** How many rows are chosen, on all pages. */
  count: number
  /** Everything that matches is chosen. */
  everything: boolean
  /** Every selectable row of this page is chosen. */
  wholePage: boolean
  somePage: boolean
  isSelected: (id: string) => boolean
  canSelect: (row: T) => boolean
  /** With `range`, every row between this one and the last one touched follows. */
  toggle: (row: T, range?: boolean) => void
  togglePage: () => void
  selectEverything: () => void
  clear: () => void
  /** The chosen rows this browser has seen; with `everything` only those of this page. */
  rows: readonly T[]
  target: SelectionTarget<Q>
}

interface SelectionOptions<T, Q> {
  rows: readonly T[]
  rowId: (row: T) => string
  total: number
  query: Q
  canSelect?: (row: T) => boolean
}

type Chosen<T> = ReadonlyMap<string, T> | 'everything'

interface State<T> {
  queryKey: string
  chosen: Chosen<T>
}

const always = () => true

export function useSelection<T, Q>(options: SelectionOptions<T, Q>): Selection<T, Q> {
  const { rows, rowId, total, query, canSelect = always } = options
  const queryKey = JSON.stringify(query)
  const [state, setState] = useState<State<T>>({ queryKey, chosen: new Map() })
  const anchor = useRef<string | null>(null)

  // Reset while rendering, not in an effect: no frame may show a stale choice.
  const stale = state.queryKey !== queryKey
  if (stale) setState({ queryKey, chosen: new Map() })

  const pageRows = useMemo(() => rows.filter(canSelect), [rows, canSelect])
  const chosen: Chosen<T> = stale ? new Map() : state.chosen
  const everything = chosen === 'everything'

  const change = useCallback(
    (edit: (chosen: Map<string, T>) => void) =>
      setState((current) => {
        // Leaving 'everything' falls back to what this page shows.
        const next =
          current.chosen === 'everything'
            ? new Map(pageRows.map((row) => [rowId(row), row]))
            : new Map(current.chosen)
        edit(next)
        return { ...current, chosen: next }
      }),
    [pageRows, rowId],
  )

  const toggle = useCallback(
    (row: T, range = false) => {
      if (!canSelect(row)) return
      const id = rowId(row)
      const ids = pageRows.map(rowId)
      const from = range && anchor.current !== null ? ids.indexOf(anchor.current) : -1
      const to = ids.indexOf(id)
      anchor.current = id
      change((next) => {
        const select = !next.has(id)
        const [low, high] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)]
        for (const touched of pageRows.slice(low, high + 1)) {
          if (select) next.set(rowId(touched), touched)
          else next.delete(rowId(touched))
        }
      })
    },
    [canSelect, change, pageRows, rowId],
  )

  const chosenOnPage = everything
    ? pageRows.length
    : pageRows.filter((row) => chosen.has(rowId(row))).length
  const wholePage = pageRows.length > 0 && chosenOnPage === pageRows.length

  const togglePage = useCallback(
    () =>
      change((next) => {
        for (const row of pageRows) {
          if (wholePage) next.delete(rowId(row))
          else next.set(rowId(row), row)
        }
      }),
    [change, pageRows, rowId, wholePage],
  )

  const selectEverything = useCallback(
    () => setState((current) => ({ ...current, chosen: 'everything' })),
    [],
  )
  const clear = useCallback(() => setState((current) => ({ ...current, chosen: new Map() })), [])

  const target: SelectionTarget<Q> = everything
    ? { kind: 'query', query, count: total }
    : { kind: 'ids', ids: [...chosen.keys()], count: chosen.size }

  return {
    count: target.count,
    everything,
    wholePage,
    somePage: chosenOnPage > 0 && !wholePage,
    isSelected: (id) => everything || chosen.has(id),
    canSelect,
    toggle,
    togglePage,
    selectEverything,
    clear,
    rows: everything ? pageRows : [...chosen.values()],
    target,
  }
}
