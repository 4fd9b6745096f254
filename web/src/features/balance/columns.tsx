// The columns of the payment logs.
import { Anchor } from '@mantine/core'

import type { Transaction } from '@/api/transactions'
import { safeUrl, statusWords } from '@/components/labels/tracking'
import { DateCell, IdCell, MoneyCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { StatusBadge } from '@/components/ui/StatusBadge'

import { DisputeButton } from './DisputeButton'
import type { Disputed } from './DisputeModal'
import { kindWord, PAYMENT_TONES } from './words'

const NONE = '–'

/** What a dispute of this transaction is about; null when there is nothing to dispute. */
export function disputedOf(transaction: Transaction): Disputed | null {
  const { kind, adjustment_id, description, adjustment_quoted, adjustment_actual } = transaction
  if (kind !== 'adjustment' || !adjustment_id) return null
  return {
    adjustment: adjustment_id,
    description,
    quoted: adjustment_quoted,
    charged: adjustment_actual,
  }
}

const money = (
  id: string,
  header: string,
  value: (row: Transaction) => string | null,
): Column<Transaction> => ({
  id,
  header,
  align: 'end',
  cell: (row) => <MoneyCell value={value(row)} signed />,
})

export function TrackingCode({ code, url }: { code: string | null; url: string | null }) {
  if (!code) return NONE
  const href = safeUrl(url)
  if (!href) return <IdCell value={code} name="tracking code" />
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" ff="monospace" size="xs">
      {code}
    </Anchor>
  )
}

export function PaymentStatus({ payment }: Pick<Transaction, 'payment'>) {
  if (!payment) return NONE
  return <StatusBadge tone={PAYMENT_TONES[payment.state]}>{statusWords(payment.state)}</StatusBadge>
}

export function columnsWith(onDispute: (about: Disputed) => void): Column<Transaction>[] {
  return [
    {
      id: 'created_at',
      header: 'Date',
      fixed: true,
      cell: (row) => <DateCell value={row.created_at} withTime />,
    },
    { id: 'kind', header: 'Type', cell: (row) => kindWord(row.kind) },
    { id: 'description', header: 'Description', maxWidth: 300, cell: (row) => row.description },
    {
      id: 'tracking_code',
      header: 'Tracking Code',
      cell: (row) => <TrackingCode code={row.tracking_code} url={row.tracking_url} />,
    },
    money('amount', 'Amount', (row) => row.amount),
    money('pending_amount', 'Pending', (row) => row.pending_amount),
    { ...money('refund_amount', 'Refund', (row) => row.refund_amount), hiddenAtFirst: true },
    money('available_value_change', 'Available change', (row) => row.available_value_change),
    money('balance_after', 'Balance', (row) => row.balance_after),
    { id: 'payment', header: 'Payment', cell: (row) => <PaymentStatus payment={row.payment} /> },
    {
      id: 'id',
      header: 'ID',
      hiddenAtFirst: true,
      cell: (row) => <IdCell value={row.id} name="transaction id" />,
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      fixed: true,
      align: 'end',
      cell: (row) => {
        const about = disputedOf(row)
        if (!about) return null
        return (
          <DisputeButton
            disputed={row.adjustment_disputed}
            name={row.description}
            onClick={() => onDispute(about)}
          />
        )
      },
    },
  ]
}
