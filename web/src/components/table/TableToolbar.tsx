// Above the rows. Usually the count and the tools; while rows are chosen, the bulk action bar in
// the same place and height, so that no row moves under the pointer.
import { Button, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { formatCount } from '@/lib/format'
import { totalText } from '@/lib/lists'

import type { Selection } from './selection'
import classes from './table.module.css'

/** What the rows are called: ['shipment', 'shipments']. */
export type Noun = readonly [one: string, many: string]

function countOf([one, many]: Noun, total: number, more: boolean | undefined): string {
  return `${totalText(total, more)} ${total === 1 ? one : many}`
}

interface TableToolbarProps {
  noun: Noun
  /** Undefined while it is not known yet. */
  total: number | undefined
  more: boolean | undefined
  tools: ReactNode
}

export function TableToolbar({ noun, total, more, tools }: TableToolbarProps) {
  return (
    <div className={classes.toolbar}>
      <Text size="sm" c="dimmed">
        {total === undefined ? '' : countOf(noun, total, more)}
      </Text>
      <div className={classes.tools}>{tools}</div>
    </div>
  )
}

interface BulkBarProps<T> {
  noun: Noun
  total: number
  more: boolean | undefined
  selection: Selection<T>
  actions: ReactNode
}

export function BulkBar<T>({ noun, total, more, selection, actions }: BulkBarProps<T>) {
  const offerEverything = selection.wholePage && !selection.everything && total > selection.count

  return (
    <div className={classes.bulkBar} role="group" aria-label="Actions on the selection">
      <Text size="sm" fw={600} role="status" className={classes.bulkCount}>
        {selection.everything
          ? `All ${countOf(noun, total, more)} selected`
          : `${formatCount(selection.count)} selected`}
      </Text>
      {offerEverything && (
        <Button variant="subtle" size="compact-sm" onClick={selection.selectEverything}>
          Select all {totalText(total, more)} matching
        </Button>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconX size={13} aria-hidden />}
        onClick={selection.clear}
      >
        Clear selection
      </Button>
      <div className={classes.tools}>{actions}</div>
    </div>
  )
}
