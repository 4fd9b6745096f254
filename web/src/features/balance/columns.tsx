// The columns of the payment logs.
import { Anchor, Text } from '@mantine/core'

import type { Transaction } from '@/api/transactions'
import { safeUrl, statusWords } from '@/components/labels/tracking'
import { IdCell, MoneyCell, TwoLineCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { StatusBadge } from '@/components/ui/StatusBadge'
import { formatMoney, parseCents } from '@/lib/format'

import { DisputeButton } from './DisputeButton'
import type { Disputed } from './DisputeModal'
import { Moment } from './Moment'
import { kindWord, paymentTone } from './words'

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
  value: (row: Transaction) => string | null | undefined,
): Column<Transaction> => ({
  id,
  header,
  align: 'end',
  cell: (row) => <MoneyCell value={value(row)} signed />,
})

interface TrackingCodeProps {
  code: string | null | undefined
  url: string | null | undefined
}

export function TrackingCode({ code, url }: TrackingCodeProps) {
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
  return <StatusBadge tone={paymentTone(payment.state)}>{statusWords(payment.state)}</StatusBadge>
}

/** With the tracking code of what it is about. */
function Description({ transaction }: { transaction: Transaction }) {
  const { description, tracking_code, tracking_url } = transaction
  const text = (
    <Text span inherit truncate display="block" title={description}>
      {description}
    </Text>
  )
  if (!tracking_code) return text
  const code = <TrackingCode code={tracking_code} url={tracking_url} />
  return <TwoLineCell first={text} second={code} />
}

/** With the part of it that is on its way, if there is any. */
function Amount({ transaction: { amount, pending_amount } }: { transaction: Transaction }) {
  const shown = <MoneyCell value={amount} signed />
  if (parseCents(pending_amount) === 0n) return shown
  return <TwoLineCell first={shown} second={`${formatMoney(pending_amount)} pending`} />
}

export function columnsWith(onDispute: (about: Disputed) => void): Column<Transaction>[] {
  return [
    {
      id: 'created_at',
      header: 'Date',
      fixed: true,
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
    {
      id: 'kind',
      header: 'Type',
      cell: ({ kind, payment }) =>
        payment ? (
          <TwoLineCell first={kindWord(kind)} second={<PaymentStatus payment={payment} />} />
        ) : (
          kindWord(kind)
        ),
    },
    {
      id: 'description',
      header: 'Description',
      maxWidth: 260,
      cell: (row) => <Description transaction={row} />,
    },
    {
      id: 'amount',
      header: 'Amount',
      fixed: true,
      align: 'end',
      cell: (row) => <Amount transaction={row} />,
    },
    { ...money('pending_amount', 'Pending', (row) => row.pending_amount), hiddenAtFirst: true },
    { ...money('refund_amount', 'Refund', (row) => row.refund_amount), hiddenAtFirst: true },
    money('available_value_change', 'Available change', (row) => row.available_value_change),
    money('balance_after', 'Balance', (row) => row.balance_after),
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
