// The columns of drafts that can be bought, with what became of each.
import { Group, Loader } from '@mantine/core'

import type { ShipmentRow } from '@/api/shipments/wire'
import { DateCell, TwoLineCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { AnchorLink } from '@/components/ui/links'
import { StatusBadge } from '@/components/ui/StatusBadge'
import { formatCount } from '@/lib/format'

import classes from './buyLabels.module.css'
import { PURCHASED, type RowState, type RowStates } from './states'

const NONE = '–'
const LOADING: RowState = { kind: 'loading' }

/** What this page has seen, else what the server says. */
function stateOf(row: ShipmentRow, states: RowStates): RowState | null {
  return states.get(row.id) ?? (row.state === 'buying' ? LOADING : null)
}

/** Rows without rates, being bought or bought cannot be chosen. */
export function mayBuy(row: ShipmentRow, states: RowStates): boolean {
  const state = stateOf(row, states)
  return row.rates_count > 0 && (state === null || state.kind === 'failed')
}

function Outcome({ row, states }: { row: ShipmentRow; states: RowStates }) {
  const state = stateOf(row, states)
  if (state?.kind === 'loading') {
    return (
      <Group gap={6} wrap="nowrap" component="output">
        <Loader size={14} />
        Buying...
      </Group>
    )
  }
  if (state?.kind === 'purchased') return <StatusBadge tone="green">{PURCHASED}</StatusBadge>
  if (state?.kind === 'failed') {
    return (
      <span className={classes.wrap}>
        <StatusBadge tone="red">{state.message}</StatusBadge>
      </span>
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
function TrackingCode({ row, states }: { row: ShipmentRow; states: RowStates }) {
  const state = stateOf(row, states)
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

export function buyColumns(states: RowStates): Column<ShipmentRow>[] {
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
      cell: (row) => <Outcome row={row} states={states} />,
    },
    {
      id: 'tracking_code',
      header: 'Tracking Code',
      cell: (row) => <TrackingCode row={row} states={states} />,
    },
  ]
}
