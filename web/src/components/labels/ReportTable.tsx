// The table of a report dialog: one row per shipment, with what became of it.
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { openModal } from '@/components/ui/modals/dialogs'

import classes from './labels.module.css'

export interface ReportRow {
  key: string
  cells: readonly [ReactNode, ReactNode]
}

interface ReportTableProps {
  label: string
  headers: readonly [string, string]
  rows: readonly ReportRow[]
}

function ReportTable({ label, headers, rows }: ReportTableProps) {
  return (
    <section className={classes.reportScroll} aria-label={`${label}, scroll area`} tabIndex={0}>
      <table className={classes.report} aria-label={label}>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              <td>{cells[0]}</td>
              <td>{cells[1]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface ReportOptions {
  title: string
  message: ReactNode
  table?: ReportTableProps | undefined
  /** Small print below the table. */
  note?: string
}

export function showReport({ title, message, table, note }: ReportOptions): void {
  openModal({
    title,
    content: (close) => (
      <Stack gap="md">
        <Text component="div">{message}</Text>
        {table && table.rows.length > 0 && <ReportTable {...table} />}
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
        <Group justify="flex-end">
          <Button onClick={close} data-autofocus>
            Close
          </Button>
        </Group>
      </Stack>
    ),
  })
}
