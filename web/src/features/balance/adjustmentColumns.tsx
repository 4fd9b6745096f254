// The columns of the adjustments: the price that was quoted, for the parcel that was declared, beside
// the price that was charged, for the parcel that the carrier found.
import { Stack, Text } from '@mantine/core'

import type { Adjustment } from '@/api/adjustments'
import type { Measured } from '@/api/transactions'
import { statusWords } from '@/components/labels/tracking'
import { DateCell, IdCell, MoneyCell, TwoLineCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { AnchorLink } from '@/components/ui/links'
import { StatusBadge } from '@/components/ui/StatusBadge'

import { DisputeButton } from './DisputeButton'
import type { Disputed } from './DisputeModal'
import { disputeTone } from './words'

const NONE = '–'

export function aboutOf({ id, description, quoted, charged }: Adjustment): Disputed {
  return { adjustment: id, description, quoted, charged }
}

export function DisputeState({ adjustment }: { adjustment: Adjustment }) {
  const { disputed, dispute } = adjustment
  if (!disputed && !dispute) return NONE
  const state = dispute?.state ?? 'disputed'
  return <StatusBadge tone={disputeTone(state)}>{statusWords(state)}</StatusBadge>
}

interface PricedProps {
  price: string | null | undefined
  measured: Measured | null | undefined
}

/** A price and the parcel it is for. */
function Priced({ price, measured }: PricedProps) {
  return <TwoLineCell first={<MoneyCell value={price} />} second={measured?.parcel || NONE} />
}

function Shipment({ adjustment, linked }: { adjustment: Adjustment; linked: boolean }) {
  const { shipment_id: id, tracking_code: code } = adjustment
  if (id && linked) {
    return (
      <AnchorLink to="/shipment/$id/summary" params={{ id }} ff="monospace" size="xs">
        {code ?? id}
      </AnchorLink>
    )
  }
  return code ? <IdCell value={code} name="tracking code" /> : NONE
}

interface ColumnOptions {
  /** Whether the viewer may open shipments. */
  linked: boolean
  onDispute: (about: Disputed) => void
}

export function adjustmentColumns({ linked, onDispute }: ColumnOptions): Column<Adjustment>[] {
  return [
    {
      id: 'created_at',
      header: 'Date',
      fixed: true,
      cell: (row) => <DateCell value={row.created_at} />,
    },
    {
      id: 'description',
      header: 'Description',
      maxWidth: 210,
      cell: ({ description, kind }) => (
        <TwoLineCell
          first={
            <Text span inherit truncate display="block" title={description}>
              {description}
            </Text>
          }
          second={statusWords(kind)}
        />
      ),
    },
    {
      id: 'shipment',
      header: 'Shipment',
      cell: (row) => (
        <TwoLineCell
          first={<Shipment adjustment={row} linked={linked} />}
          second={row.service ?? NONE}
        />
      ),
    },
    {
      id: 'quoted',
      header: 'Quoted for',
      cell: ({ quoted, claimed }) => <Priced price={quoted} measured={claimed} />,
    },
    {
      id: 'charged',
      header: 'Charged for',
      cell: ({ charged, captured }) => <Priced price={charged} measured={captured} />,
    },
    {
      id: 'amount',
      header: 'Amount',
      fixed: true,
      align: 'end',
      cell: (row) => <MoneyCell value={row.amount} signed />,
    },
    {
      id: 'dispute',
      header: 'Dispute',
      fixed: true,
      sticky: true,
      align: 'end',
      cell: (row) => (
        <Stack gap={2} align="flex-end" py={4}>
          <DisputeButton
            disputed={row.disputed}
            name={row.description}
            onClick={() => onDispute(aboutOf(row))}
          />
          {row.dispute && <DisputeState adjustment={row} />}
        </Stack>
      ),
    },
  ]
}
