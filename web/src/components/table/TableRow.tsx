// One row, memoised: choosing or focusing a row re-renders that row alone. It does not know what
// its row is; only the columns and the handlers, which come with the row, do.
import { Checkbox } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, memo, type MouseEvent } from 'react'

import type { Column } from './columns'
import classes from './table.module.css'

interface TableRowProps {
  row: unknown
  index: number
  columns: readonly Column<unknown>[]
  /** The row's name for its checkbox; undefined when rows cannot be chosen. */
  selectLabel: string | undefined
  selectable: boolean
  selected: boolean
  /** The one row that Tab reaches. */
  current: boolean
  muted: boolean
  onToggle(row: unknown, range: boolean): void
  onOpen?(row: unknown): void
  onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => void
  onFocus: (event: FocusEvent<HTMLTableRowElement>) => void
  /** For rows whose height is measured. */
  measure?: ((element: HTMLTableRowElement | null) => void) | undefined
}

const INTERACTIVE = 'a, button, input, label, select, textarea, [role="button"], [role="menuitem"]'

export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, index, columns, selectLabel, selected, selectable, current, muted } = props
  const { measure } = props

  const onClick = (event: MouseEvent<HTMLTableRowElement>) => {
    if (!(event.target instanceof Element) || event.target.closest(INTERACTIVE)) return
    // A click that ends a text selection is no click on the row.
    if (window.getSelection()?.toString()) return
    props.onOpen?.(row)
  }

  return (
    <tr
      ref={measure}
      className={classes.row}
      data-index={index}
      data-selected={selected || undefined}
      data-muted={muted || undefined}
      data-opens={props.onOpen ? true : undefined}
      tabIndex={current ? 0 : -1}
      aria-rowindex={index + 2}
      onClick={onClick}
      onKeyDown={props.onKeyDown}
      onFocus={props.onFocus}
    >
      {selectLabel !== undefined && (
        <td className={classes.checkCell}>
          <Checkbox
            size="xs"
            aria-label={selectLabel}
            checked={selected}
            disabled={!selectable}
            tabIndex={-1}
            onChange={(event) => props.onToggle(row, isShift(event.nativeEvent))}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          className={classes.cell}
          data-align={column.align}
          data-sticky={column.sticky || undefined}
          data-cut={column.maxWidth ? true : undefined}
          style={column.maxWidth ? { maxWidth: column.maxWidth } : undefined}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
})

// The browser reports a checkbox change with the click that caused it.
function isShift(event: Event): boolean {
  return event instanceof window.MouseEvent && event.shiftKey
}
