// The columns of drafts that can be bought, with what became of each.
import { Group, Loader } from '@mantine/core'

import type { ShipmentRow } from '@/api/shipments/wire'
import { DateCell, TwoLineCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { AnchorLink } from '@/components/ui/links'
import { StatusBadge } from '@/components/ui/StatusBadge'
import { formatCount } from '@/lib/format'

import classes from './buyLabels.module.css'
import { PURCHASED, type RowState } from './states'

const NONE = '–'

/** What the purchases say of a row; null when they say nothing. */
export type StateOf = (row: ShipmentRow) => RowState | null

/** Rows without rates, being bought or bought cannot be chosen. */
export function mayBuy(row: ShipmentRow, state: RowState | null): boolean {
  return row.rates_count > 0 && (state === null || state.kind === 'failed')
}

interface OutcomeProps {
  row: ShipmentRow
  state: RowState | null
}

function Outcome({ row, state }: OutcomeProps) {
  if (state?.kind === 'loading') {
    return (
      <Group gap={6} wrap="nowrap" component="output">
        <Loader size={14} />
        Buying...
      </Group>
    )
  }
  if (state?.kind === 'purchased') return <StatusBadge tone="green">{PURCHASED}</StatusBadge>
  // What failed before this page was opened is told by the draft itself.
  const before = row.rates_count > 0 ? row.label_error : null
  const failure = state ? state.message : before
  if (failure) {
    return (
      <StatusBadge tone="red">
        <span className={classes.wrap}>{failure}</span>
      </StatusBadge>
    )
  }
  if (row.rates_count > 0) return NONE
  return (
    <AnchorLink size="sm" to="/shipment/$id" params={{ id: row.public_id }}>
      Get rates first
    </AnchorLink>
  )
}

/** The way to the label that was just bought. */
function TrackingCode({ row, state }: OutcomeProps) {
  if (state?.kind !== 'purchased' || state.trackingCode === '') return NONE
  return (
    <AnchorLink size="sm" to="/shipment/$id/summary" params={{ id: row.public_id }}>
      {state.trackingCode}
    </AnchorLink>
  )
}

function weightText({ weight }: ShipmentRow): string {
  return Number(weight) > 0 ? `${weight} oz` : NONE
}

export function buyColumns(stateOf: StateOf): Column<ShipmentRow>[] {
  return [
    {
      id: 'date',
      header: 'Date',
      sort: 'date',
      descendingFirst: true,
      cell: (row) => <DateCell value={row.date} />,
    },
    {
      id: 'to_name',
      header: 'To',
      sort: 'to_name',
      fixed: true,
      cell: (row) => (
        <div className={classes.to} title={row.to_address}>
          <TwoLineCell first={row.to_name || NONE} second={row.to_address} />
        </div>
      ),
    },
    { id: 'package', header: 'Package', cell: (row) => row.package || NONE },
    { id: 'weight', header: 'Weight', align: 'end', cell: weightText },
    { id: 'rates', header: 'Rates', align: 'end', cell: (row) => formatCount(row.rates_count) },
    {
      id: 'label',
      header: 'Label',
      fixed: true,
      cell: (row) => <Outcome row={row} state={stateOf(row)} />,
    },
    {
      id: 'tracking_code',
      header: 'Tracking Code',
      cell: (row) => <TrackingCode row={row} state={stateOf(row)} />,
    },
  ]
}
