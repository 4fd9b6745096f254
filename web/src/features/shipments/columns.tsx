// The columns of the two lists. Shipments are about where a parcel is; drafts about what is missing.
import { Anchor, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

import type { ShipmentRow } from '@/api/shipments/wire'
import { safeUrl } from '@/components/labels/tracking'
import { TrackingStatus } from '@/components/labels/TrackingStatus'
import { DateCell, IdCell, MoneyCell, TwoLineCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { StatusBadge } from '@/components/ui/StatusBadge'

import classes from './shipments.module.css'

const NONE = '–'

const date: Column<ShipmentRow> = {
  id: 'date',
  header: 'Date',
  sort: 'date',
  descendingFirst: true,
  cell: (row) => <DateCell value={row.date} />,
}

const to: Column<ShipmentRow> = {
  id: 'to_name',
  header: 'To',
  sort: 'to_name',
  fixed: true,
  cell: (row) => (
    <div className={classes.to} title={row.to_address}>
      <TwoLineCell first={row.to_name || NONE} second={row.to_address} />
    </div>
  ),
}

const service: Column<ShipmentRow> = {
  id: 'service',
  header: 'Service',
  sort: 'service',
  maxWidth: 170,
  cell: ({ service, service_name, carrier }) =>
    service ? <TwoLineCell first={service_name ?? service} second={carrier} /> : NONE,
}

const price: Column<ShipmentRow> = {
  id: 'price',
  header: 'Price',
  sort: 'price',
  descendingFirst: true,
  align: 'end',
  cell: (row) => <MoneyCell value={row.price} />,
}

const status: Column<ShipmentRow> = {
  id: 'status',
  header: 'Status',
  sort: 'status',
  cell: (row) => row.status || NONE,
}

const text = (id: string, header: string, cell: (row: ShipmentRow) => ReactNode) => ({
  id,
  header,
  hiddenAtFirst: true,
  cell,
})

const OFTEN_HIDDEN: readonly Column<ShipmentRow>[] = [
  text('source', 'Source', (row) => row.source || NONE),
  text('shop_order_id', 'Order', (row) => row.shop_order_id ?? NONE),
  text('custom_id', 'Custom ID', (row) => row.custom_id ?? NONE),
  text('id', 'ID', (row) => <IdCell value={row.public_id} name="shipment id" />),
]

function TrackingCode({ row }: { row: ShipmentRow }) {
  if (!row.tracking_code) return NONE
  const url = safeUrl(row.tracking_url)
  if (!url) return <IdCell value={row.tracking_code} name="tracking code" />
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" ff="monospace" size="xs">
      {row.tracking_code}
    </Anchor>
  )
}

function LabelState({ row }: { row: ShipmentRow }) {
  if (row.label_status === 'error') {
    return (
      <Tooltip label={row.label_error} disabled={!row.label_error}>
        <span>
          <StatusBadge tone="red">Error</StatusBadge>
        </span>
      </Tooltip>
    )
  }
  if (!row.label_status) return NONE
  return (
    <StatusBadge tone={row.downloaded ? 'gray' : 'green'}>
      {row.downloaded ? 'Downloaded' : 'Ready'}
    </StatusBadge>
  )
}

function weightText({ weight }: ShipmentRow): string {
  return Number(weight) > 0 ? `${weight} oz` : NONE
}

export const SHIPMENT_COLUMNS: readonly Column<ShipmentRow>[] = [
  date,
  to,
  service,
  price,
  { id: 'tracking_code', header: 'Tracking Code', cell: (row) => <TrackingCode row={row} /> },
  { id: 'tracking', header: 'Tracking', cell: (row) => <TrackingStatus shipment={row} /> },
  { id: 'label', header: 'Label', cell: (row) => <LabelState row={row} /> },
  { ...status, hiddenAtFirst: true },
  text('weight', 'Weight', weightText),
  text('lwh', 'Size', (row) => row.lwh ?? NONE),
  ...OFTEN_HIDDEN,
]

export const DRAFT_COLUMNS: readonly Column<ShipmentRow>[] = [
  date,
  to,
  { id: 'package', header: 'Package', cell: (row) => row.package || NONE },
  { id: 'weight', header: 'Weight', align: 'end', cell: weightText },
  { id: 'lwh', header: 'Size', cell: (row) => row.lwh ?? NONE },
  { id: 'rates', header: 'Rates', align: 'end', cell: (row) => row.rates_count },
  service,
  price,
  status,
  ...OFTEN_HIDDEN,
]
