// The columns of the invoices.
import { Anchor, Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'

import type { Invoice } from '@/api/invoices'
import { statusWords } from '@/components/labels/tracking'
import { DateCell, MoneyCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { StatusBadge, type StatusTone } from '@/components/ui/StatusBadge'
import { fileHref } from '@/lib/fileHref'
import { formatDate, parseCents } from '@/lib/format'

const DIGITS = 6

const TONES: Readonly<Record<Invoice['status'], StatusTone>> = {
  open: 'blue',
  overdue: 'red',
  paid: 'green',
}

/** Six digits, always. */
export function invoiceNumber({ number }: Pick<Invoice, 'number'>): string {
  return number.padStart(DIGITS, '0')
}

/** Nothing is owed any more. */
export function isPaid({ amount_due }: Pick<Invoice, 'amount_due'>): boolean {
  return (parseCents(amount_due) ?? 0n) <= 0n
}

function Download({ invoice }: { invoice: Invoice }) {
  const href = fileHref(invoice.report_download_url)
  if (!href) return null
  const number = invoiceNumber(invoice)
  return (
    <Anchor
      href={href}
      download={`invoice-${number}.pdf`}
      size="sm"
      aria-label={`Download invoice ${number}`}
    >
      <Group gap={4} wrap="nowrap" component="span">
        <IconDownload size={14} aria-hidden />
        PDF
      </Group>
    </Anchor>
  )
}

interface ColumnOptions {
  mayPay: boolean
  onPay: (invoice: Invoice) => void
}

export function columnsWith({ mayPay, onPay }: ColumnOptions): Column<Invoice>[] {
  return [
    { id: 'number', header: 'Invoice', fixed: true, cell: (row) => `#${invoiceNumber(row)}` },
    {
      id: 'period',
      header: 'Period',
      cell: (row) => `${formatDate(row.from)} – ${formatDate(row.to)}`,
    },
    { id: 'due', header: 'Due', cell: (row) => <DateCell value={row.due} /> },
    {
      id: 'status',
      header: 'Status',
      cell: (row) => <StatusBadge tone={TONES[row.status]}>{statusWords(row.status)}</StatusBadge>,
    },
    {
      id: 'amount',
      header: 'Amount',
      align: 'end',
      cell: (row) => <MoneyCell value={row.amount} />,
    },
    {
      id: 'amount_paid',
      header: 'Paid',
      align: 'end',
      cell: (row) => <MoneyCell value={row.amount_paid} />,
    },
    {
      id: 'amount_due',
      header: 'Amount due',
      fixed: true,
      align: 'end',
      cell: (row) => <MoneyCell value={row.amount_due} />,
    },
    { id: 'kind', header: 'Kind', hiddenAtFirst: true, cell: (row) => statusWords(row.kind) },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      fixed: true,
      align: 'end',
      cell: (row) => (
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          <Download invoice={row} />
          {mayPay && (
            <Button
              size="compact-xs"
              disabled={isPaid(row)}
              aria-label={`Pay invoice ${invoiceNumber(row)}`}
              onClick={() => onPay(row)}
            >
              Pay
            </Button>
          )}
        </Group>
      ),
    },
  ]
}
