// The columns of the gallery's tables: how a list page declares its own.
import { DateCell, IdCell, MoneyCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { actionsColumn } from '@/components/table/RowActions'
import { StatusBadge } from '@/components/ui/StatusBadge'

import { type SampleShipment, STATUSES } from './sampleShipments'

export const SAMPLE_COLUMNS: readonly Column<SampleShipment>[] = [
  {
    id: 'date',
    header: 'Date',
    sort: 'date',
    descendingFirst: true,
    cell: (row) => <DateCell value={row.date} />,
  },
  { id: 'to', header: 'To', sort: 'to', fixed: true, cell: (row) => row.to },
  { id: 'city', header: 'City', cell: (row) => row.city },
  { id: 'service', header: 'Service', cell: (row) => row.service, maxWidth: 170 },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => <StatusBadge tone={STATUSES[row.status] ?? 'gray'}>{row.status}</StatusBadge>,
  },
  {
    id: 'id',
    header: 'ID',
    cell: (row) => <IdCell value={row.id} name="id" />,
  },
  { id: 'source', header: 'Source', hiddenAtFirst: true, cell: (row) => row.source },
  {
    id: 'price',
    header: 'Price',
    sort: 'price',
    descendingFirst: true,
    align: 'end',
    cell: (row) => <MoneyCell value={row.price} />,
  },
  actionsColumn(
    (row) => row.id,
    (row) => [
      { label: 'Print label', onClick: () => undefined },
      {
        label: 'Request refund',
        danger: true,
        onClick: () => undefined,
        disabledReason: row.refundable ? undefined : 'This label is not refundable',
      },
    ],
  ),
]

export const sampleId = (row: SampleShipment) => row.id
