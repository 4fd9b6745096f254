// All that is known of one payment of a program.
import { Button, Group, Stack, Text } from '@mantine/core'

import type { IncentivePayment } from '@/api/incentives'
import { MoneyCell } from '@/components/table/cells'
import { Fact, Facts } from '@/components/ui/Facts'
import { AppModal } from '@/components/ui/modals/AppModal'
import { formatDateTime } from '@/lib/format'

import { type Approve, PaymentFiles, PaymentStatus } from './columns'

interface PaymentModalProps {
  opened: boolean
  onClose: () => void
  payment: IncentivePayment
  /** Left out for those who may not. */
  onApprove: Approve | undefined
}

export function PaymentModal({ opened, onClose, payment, onApprove }: PaymentModalProps) {
  return (
    <AppModal opened={opened} onClose={onClose} title={`Payment #${payment.number}`}>
      <Stack gap="lg">
        <Facts>
          <Fact name="Date">{formatDateTime(payment.created_at)}</Fact>
          <Fact name="Description">{payment.description}</Fact>
          <Fact name="Incentive">
            <MoneyCell value={payment.incentive_amount} signed />
          </Fact>
          <Fact name="Amount">
            <MoneyCell value={payment.amount} signed />
          </Fact>
          <Fact name="Pending">
            <MoneyCell value={payment.pending_amount} signed />
          </Fact>
          <Fact name="Status">
            <PaymentStatus payment={payment} />
            {payment.reason && (
              <Text size="sm" c="dimmed">
                {payment.reason}
              </Text>
            )}
          </Fact>
          <Fact name="Approved">{payment.approved ? 'Yes' : 'No'}</Fact>
        </Facts>
        <Group justify="flex-end" gap="sm">
          <PaymentFiles payment={payment} />
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {onApprove && !payment.approved && (
            <Button onClick={() => onApprove(payment)}>Approve</Button>
          )}
        </Group>
      </Stack>
    </AppModal>
  )
}
