// The table itself: header, rows, states, keyboard. It draws what it is given; where rows come
// from is the business of useQueryTable. Above 100 rows only those in view are drawn.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

import type { Sort } from '@/lib/lists'
import { useStableCallback } from '@/lib/useStableCallback'

import type { Column } from './columns'
import type { Selection } from './selection'
import classes from './table.module.css'
import { TableHead } from './TableHead'
import { TableRow } from './TableRow'
import { type EmptyText, RefreshFailed, TableEmpty, TableError, TableLoading } from './TableStates'
import { useRowKeys } from './useRowKeys'

const VIRTUAL_FROM = 100
const ROW_HEIGHT = 36

export interface DataTableProps<T> {
  /** What the table shows; names it and its scroll region for screen readers. */
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowId: (row: T) => string
  /** How the row is called in 'Select …'; its id when left out. */
  rowName?: (row: T) => string
  status: 'loading' | 'ready' | 'error'
  /** Rows of the previous request are shown while the next one runs. */
  stale?: boolean
  error?: string | undefined
  onRetry?: (() => void) | undefined
  empty?: EmptyText | undefined
  sort?: Sort | null
  onSort?: ((sort: Sort) => void) | undefined
  selection?: Selection<T> | undefined
  onOpen?: ((row: T) => void) | undefined
  /** Muted rows read as switched off. */
  isMuted?: ((row: T) => boolean) | undefined
  /** Tallest the rows may stand before they scroll, as CSS. */
  maxHeight?: string | undefined
  /** A border of its own, for a table that stands without toolbar and footer. */
  framed?: boolean
}

export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, status, stale = false, selection, onOpen } = props
  const ready = status === 'ready' || rows.length > 0
  const virtual = rows.length > VIRTUAL_FROM
  // In state, not in a ref: the virtual body below needs a render once the element exists.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const reveal = useRef<(index: number) => void>(() => undefined)

  const keys = useRowKeys({
    rows,
    scroller,
    reveal: (index) => reveal.current(index),
    onToggle: selection?.toggle,
    onClear: selection && selection.count > 0 ? selection.clear : undefined,
    onOpen,
  })
  // Pages pass fresh functions at each render; the memoised rows get ones that never change.
  const open = useStableCallback((row: T) => onOpen?.(row))
  const toggle = useStableCallback((row: T, range: boolean) => selection?.toggle(row, range))
  const onKeyDown = useStableCallback(keys.onKeyDown)
  const onFocus = useStableCallback(keys.onFocus)

  const drawRow = (index: number, measure?: (element: HTMLTableRowElement | null) => void) => {
    const row = rows[index]
    if (row === undefined) return null
    const id = props.rowId(row)
    return (
      <TableRow
        key={id}
        row={row}
        index={index}
        columns={columns}
        selectLabel={selection ? `Select ${props.rowName?.(row) ?? id}` : undefined}
        selectable={selection?.canSelect(row) ?? false}
        selected={selection?.isSelected(id) ?? false}
        current={index === keys.current}
        muted={props.isMuted?.(row) ?? false}
        onToggle={toggle}
        onOpen={onOpen ? open : undefined}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        measure={measure}
      />
    )
  }

  return (
    <div className={props.framed ? classes.frame : classes.body}>
      {status === 'error' && rows.length > 0 && (
        <RefreshFailed message={props.error} onRetry={props.onRetry} />
      )}
      <section
        ref={setScroller}
        className={classes.scroll}
        aria-label={`${label}, scroll area`}
        // Reachable by Tab so that a wide table can be scrolled by keyboard.
        tabIndex={0}
        style={props.maxHeight ? { maxHeight: props.maxHeight } : undefined}
      >
        <table
          className={classes.table}
          aria-label={label}
          aria-busy={stale || status === 'loading'}
          aria-rowcount={virtual ? rows.length + 1 : undefined}
        >
          <TableHead
            columns={columns}
            sort={props.sort ?? null}
            onSort={props.onSort}
            selection={selection && rows.length > 0 ? selection : undefined}
          />
          {virtual ? (
            <VirtualBody
              rows={rows}
              stale={stale}
              current={keys.current}
              scroller={scroller}
              reveal={reveal}
              drawRow={drawRow}
            />
          ) : (
            <tbody data-stale={stale || undefined}>{rows.map((_, index) => drawRow(index))}</tbody>
          )}
        </table>
        {!ready && status === 'loading' && <TableLoading />}
        {!ready && status === 'error' && (
          <TableError message={props.error} onRetry={props.onRetry} />
        )}
        {status === 'ready' && rows.length === 0 && <TableEmpty {...props.empty} />}
      </section>
    </div>
  )
}

interface VirtualBodyProps<T> {
  rows: readonly T[]
  stale: boolean
  current: number
  scroller: HTMLElement | null
  reveal: RefObject<(index: number) => void>
  drawRow: (index: number, measure: (element: HTMLTableRowElement | null) => void) => ReactNode
}

/** Only the rows in view, between spacers that keep the scroll height. */
function VirtualBody<T>(props: VirtualBodyProps<T>) {
  const { rows, stale, current, scroller, reveal, drawRow } = props
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    // The row with the focus stays drawn wherever one scrolls, or the focus would be lost.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const from = Math.max(0, startIndex - overscan)
      const to = Math.min(count - 1, endIndex + overscan)
      const indexes = Array.from({ length: to - from + 1 }, (_, at) => from + at)
      if (current < from) return [current, ...indexes]
      return current > to && current < count ? [...indexes, current] : indexes
    },
  })
  useEffect(() => {
    reveal.current = (index) => virtualizer.scrollToIndex(index, { align: 'auto' })
  }, [reveal, virtualizer])

  const parts: ReactNode[] = []
  let end = 0
  for (const item of virtualizer.getVirtualItems()) {
    if (item.start > end) parts.push(spacer(`before-${item.index}`, item.start - end))
    parts.push(drawRow(item.index, virtualizer.measureElement))
    end = item.end
  }
  const rest = virtualizer.getTotalSize() - end
  if (rest > 0) parts.push(spacer('after', rest))

  return <tbody data-stale={stale || undefined}>{parts}</tbody>
}

function spacer(key: string, height: number) {
  return <tr key={key} aria-hidden style={{ height }} />
}
