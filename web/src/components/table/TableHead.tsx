// The header row: page checkbox, column names, sort buttons.
import { Checkbox, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'

import type { Sort } from '@/lib/lists'

import type { Column } from './columns'
import type { Selection } from './selection'
import classes from './table.module.css'

interface TableHeadProps<T> {
  columns: readonly Column<T>[]
  sort: Sort | null
  onSort: ((sort: Sort) => void) | undefined
  selection: Selection<T> | undefined
}

export function TableHead<T>({ columns, sort, onSort, selection }: TableHeadProps<T>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th scope="col" className={classes.checkHead}>
            <Checkbox
              size="xs"
              aria-label="Select all rows on this page"
              checked={selection.wholePage}
              indeterminate={selection.somePage}
              onChange={selection.togglePage}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  )
}

interface HeadCellProps<T> {
  column: Column<T>
  sort: Sort | null
  onSort: ((sort: Sort) => void) | undefined
}

function HeadCell<T>({ column, sort, onSort }: HeadCellProps<T>) {
  const key = column.sort
  const active = key !== undefined && sort?.key === key ? sort : null

  return (
    <th
      scope="col"
      className={classes.head}
      data-align={column.align}
      data-sticky={column.sticky || undefined}
      aria-sort={active ? (active.descending ? 'descending' : 'ascending') : undefined}
    >
      {key !== undefined && onSort ? (
        <UnstyledButton
          className={classes.sortButton}
          data-active={active ? true : undefined}
          onClick={() =>
            onSort({
              key,
              descending: active ? !active.descending : (column.descendingFirst ?? false),
            })
          }
        >
          {column.header}
          <SortIcon active={active} />
        </UnstyledButton>
      ) : column.headerHidden ? (
        <VisuallyHidden>{column.header}</VisuallyHidden>
      ) : (
        column.header
      )}
    </th>
  )
}

function SortIcon({ active }: { active: Sort | null }) {
  const Icon = active ? (active.descending ? IconArrowDown : IconArrowUp) : IconArrowsSort
  return <Icon className={classes.sortIcon} size={13} aria-hidden />
}
