// All that is known of one payment of a program.
import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

import type { IncentivePayment } from '@/api/incentives'
import { MoneyCell } from '@/components/table/cells'
import { AppModal } from '@/components/ui/modals/AppModal'
import { formatDateTime } from '@/lib/format'

import { type Approve, canApprove, PaymentFiles, PaymentStatus } from './columns'
import classes from './incentives.module.css'

interface PaymentModalProps {
  opened: boolean
  onClose: () => void
  payment: IncentivePayment
  /** Left out for those who may not. */
  onApprove: Approve | undefined
}

export function PaymentModal({ opened, onClose, payment, onApprove }: PaymentModalProps) {
  const facts: [label: string, value: ReactNode][] = [
    ['Date', formatDateTime(payment.created_at)],
    ['Description', payment.description],
    ['Incentive', <MoneyCell key="incentive" value={payment.incentive_amount} signed />],
    ['Amount', <MoneyCell key="amount" value={payment.amount} signed />],
    ['Pending', <MoneyCell key="pending" value={payment.pending_amount} signed />],
    ['Status', <PaymentStatus key="status" payment={payment} />],
    ['Approved', payment.approved ? 'Yes' : 'No'],
  ]
  return (
    <AppModal opened={opened} onClose={onClose} title={`Payment #${payment.number}`}>
      <Stack gap="lg">
        <dl className={classes.facts}>
          {facts.map(([label, value]) => (
            <div key={label} className={classes.fact}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Group justify="flex-end" gap="sm">
          <PaymentFiles payment={payment} />
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {onApprove && canApprove(payment) && (
            <Button onClick={() => onApprove(payment)}>Approve</Button>
          )}
        </Group>
      </Stack>
    </AppModal>
  )
}
