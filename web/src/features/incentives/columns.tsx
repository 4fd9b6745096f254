// The columns of the payment log. A report that is not approved yet offers to be approved.
import { Anchor, Button, Group } from '@mantine/core'

import type { IncentivePayment } from '@/api/incentives'
import { DateCell, MoneyCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { StatusBadge, type StatusTone } from '@/components/ui/StatusBadge'

export type Approve = (payment: IncentivePayment) => void

const TONES: Readonly<Record<string, StatusTone>> = {
  pending: 'yellow',
  processing: 'blue',
  succeeded: 'green',
  paid: 'green',
  approved: 'green',
  failed: 'red',
  disputed: 'red',
}

/** 'in_transit' -> 'In transit' */
function worded(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function PaymentStatus({ payment }: { payment: IncentivePayment }) {
  const { status } = payment
  return <StatusBadge tone={TONES[status.toLowerCase()] ?? 'gray'}>{worded(status)}</StatusBadge>
}

/** Only reports are approved, and each once. */
export function canApprove({ approved, incentive_report_id }: IncentivePayment): boolean {
  return incentive_report_id !== null && !approved
}

export function PaymentFiles({ payment }: { payment: IncentivePayment }) {
  const { number, incentive_report_url, payout_receipt_url } = payment
  return (
    <>
      {incentive_report_url && (
        <Anchor
          href={incentive_report_url}
          target="_blank"
          rel="noopener"
          aria-label={`Report of payment ${number}`}
        >
          Report
        </Anchor>
      )}
      {payout_receipt_url && (
        <Anchor
          href={payout_receipt_url}
          target="_blank"
          rel="noopener"
          aria-label={`Receipt of payment ${number}`}
        >
          Receipt
        </Anchor>
      )}
    </>
  )
}

export function columnsWith(onApprove: Approve | undefined): Column<IncentivePayment>[] {
  return [
    {
      id: 'created_at',
      header: 'Date',
      fixed: true,
      cell: ({ created_at }) => <DateCell value={created_at} />,
    },
    { id: 'number', header: 'Payment', cell: ({ number }) => `#${number}` },
    {
      id: 'description',
      header: 'Description',
      maxWidth: 420,
      cell: ({ description }) => description,
    },
    {
      id: 'amount',
      header: 'Amount',
      fixed: true,
      align: 'end',
      cell: ({ incentive_amount }) => <MoneyCell value={incentive_amount} signed />,
    },
    {
      id: 'pending',
      header: 'Pending',
      align: 'end',
      cell: ({ pending_amount }) => <MoneyCell value={pending_amount} signed />,
    },
    { id: 'status', header: 'Status', cell: (payment) => <PaymentStatus payment={payment} /> },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      fixed: true,
      align: 'end',
      cell: (payment) => (
        <Group gap={8} wrap="nowrap" justify="flex-end">
          <PaymentFiles payment={payment} />
          {onApprove && canApprove(payment) && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Approve payment ${payment.number}`}
              onClick={() => onApprove(payment)}
            >
              Approve
            </Button>
          )}
        </Group>
      ),
    },
  ]
}
