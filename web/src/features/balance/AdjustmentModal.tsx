// One adjustment: claimed beside captured, the shipment it belongs to, and its dispute.
import { Group, Stack, Title } from '@mantine/core'

import type { Adjustment } from '@/api/adjustments'
import { statusWords } from '@/components/labels/tracking'
import { DateCell, MoneyCell } from '@/components/table/cells'
import { AppModal } from '@/components/ui/modals/AppModal'
import { formatMoney } from '@/lib/format'

import { aboutOf, DisputeState } from './adjustmentColumns'
import classes from './balance.module.css'
import { DisputeButton } from './DisputeButton'
import type { Disputed } from './DisputeModal'
import { Measures } from './Measures'
import { Fact, ShipmentLink } from './TransactionFacts'

interface AdjustmentModalProps {
  opened: boolean
  onClose: () => void
  adjustment: Adjustment
  onDispute: (about: Disputed) => void
}

export function AdjustmentModal({ opened, onClose, adjustment, onDispute }: AdjustmentModalProps) {
  return (
    <AppModal opened={opened} onClose={onClose} title="Adjustment" size="lg">
      <Stack gap="md">
        <dl className={classes.facts}>
          <Fact name="Date">
            <DateCell value={adjustment.created_at} withTime />
          </Fact>
          <Fact name="Kind">{statusWords(adjustment.kind)}</Fact>
          <Fact name="Description">{adjustment.description}</Fact>
          <Fact name="Amount">
            <MoneyCell value={adjustment.amount} signed />
          </Fact>
          {adjustment.service && <Fact name="Service">{adjustment.service}</Fact>}
          {adjustment.tracking_code && <Fact name="Tracking code">{adjustment.tracking_code}</Fact>}
          {adjustment.shipment_id && (
            <Fact name="Shipment">
              <ShipmentLink id={adjustment.shipment_id} />
            </Fact>
          )}
        </dl>
        <Measures {...adjustment} />
        {adjustment.dispute && (
          <DisputeFacts adjustment={adjustment} dispute={adjustment.dispute} />
        )}
        <Group justify="flex-end">
          <DisputeButton
            size="sm"
            disputed={adjustment.disputed}
            name={adjustment.description}
            onClick={() => onDispute(aboutOf(adjustment))}
          />
        </Group>
      </Stack>
    </AppModal>
  )
}

interface DisputeFactsProps {
  adjustment: Adjustment
  dispute: NonNullable<Adjustment['dispute']>
}

function DisputeFacts({ adjustment, dispute }: DisputeFactsProps) {
  return (
    <section className={classes.section} aria-labelledby="dispute-heading">
      <Title order={3} size="h5" id="dispute-heading">
        Dispute
      </Title>
      <dl className={classes.facts}>
        <Fact name="State">
          <DisputeState adjustment={adjustment} />
        </Fact>
        <Fact name="Expected charge">{formatMoney(dispute.expectation)}</Fact>
        <Fact name="Reason">{dispute.detail}</Fact>
        {dispute.outcome && <Fact name="Outcome">{dispute.outcome}</Fact>}
      </dl>
    </section>
  )
}
