// Rows that became no shipment, with everything that is wrong with each. However many there are,
// only those in view are drawn.
import { Stack } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'

import type { Column } from '@/components/table/columns'
import { DataTable } from '@/components/table/DataTable'
import { Notice } from '@/components/ui/Notice'
import { formatCount } from '@/lib/format'

import { type RowError, rowErrors } from './rowErrors'
import classes from './wizard.module.css'

const COLUMNS: readonly Column<RowError>[] = [
  { id: 'row', header: 'Row', cell: ({ name }) => name },
  {
    id: 'errors',
    header: 'Errors',
    cell: ({ messages }) => (
      <ul className={classes.messages}>
        {[...new Set(messages)].map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    ),
  },
]

const rowId = ({ name }: RowError) => name

interface RowErrorsProps {
  messages: Readonly<Record<string, readonly string[]>>
  /** How many there are, when the messages are those of the first only. */
  total: number | undefined
  /** The way to the results file, where the screen has no other. */
  actions?: ReactNode
}

export function RowErrors({ messages, total = 0, actions }: RowErrorsProps) {
  const rows = useMemo(() => rowErrors(messages), [messages])
  if (rows.length === 0) return null
  return (
    <Stack gap="xs">
      <Notice tone="warning" title="Some rows had errors and were not processed" actions={actions}>
        {total > rows.length &&
          `These are the first ${formatCount(rows.length)} of ${formatCount(total)}; the results file has them all.`}
      </Notice>
      <DataTable
        label="Rows with errors"
        columns={COLUMNS}
        rows={rows}
        rowId={rowId}
        status="ready"
        maxHeight="320px"
        framed
      />
    </Stack>
  )
}
