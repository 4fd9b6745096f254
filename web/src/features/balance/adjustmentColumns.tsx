// The columns of the adjustments: what was quoted beside what was charged, what was declared beside
// what the carrier found.
import { Text } from '@mantine/core'

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

function MeasuredCell({ measured }: { measured: Measured | null }) {
  if (!measured) return NONE
  const { service, parcel } = measured
  return <TwoLineCell first={parcel || NONE} second={service || NONE} />
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
    { id: 'kind', header: 'Kind', cell: (row) => statusWords(row.kind) },
    {
      id: 'shipment',
      header: 'Shipment',
      cell: (row) => <Shipment adjustment={row} linked={linked} />,
    },
    { id: 'service', header: 'Service', maxWidth: 150, cell: (row) => row.service ?? NONE },
    {
      id: 'quoted',
      header: 'Quoted',
      align: 'end',
      cell: (row) => <MoneyCell value={row.quoted} />,
    },
    {
      id: 'charged',
      header: 'Charged',
      align: 'end',
      cell: (row) => <MoneyCell value={row.charged} />,
    },
    {
      id: 'amount',
      header: 'Amount',
      fixed: true,
      align: 'end',
      cell: (row) => <MoneyCell value={row.amount} signed />,
    },
    { id: 'claimed', header: 'Claimed', cell: (row) => <MeasuredCell measured={row.claimed} /> },
    { id: 'captured', header: 'Captured', cell: (row) => <MeasuredCell measured={row.captured} /> },
    {
      id: 'description',
      header: 'Description',
      maxWidth: 260,
      cell: (row) => (
        <Text span inherit title={row.description}>
          {row.description}
        </Text>
      ),
    },
    { id: 'dispute', header: 'Dispute', cell: (row) => <DisputeState adjustment={row} /> },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      fixed: true,
      align: 'end',
      cell: (row) => (
        <DisputeButton
          disputed={row.disputed}
          name={row.description}
          onClick={() => onDispute(aboutOf(row))}
        />
      ),
    },
  ]
}
