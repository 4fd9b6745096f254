// The columns of rated shipments: where each goes, what it weighs, and which rate is bought.
import { NativeSelect } from '@mantine/core'

import type { UploadRate, UploadShipment } from '@/api/uploads'
import { MoneyCell, TwoLineCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { rateName } from '@/features/shipping/rates'
import { formatDate, formatMoney, parseCents } from '@/lib/format'

import classes from './wizard.module.css'

const NONE = '–'

export const ROW: Column<UploadShipment> = {
  id: 'row',
  header: 'Row',
  align: 'end',
  fixed: true,
  cell: ({ row }) => row,
}

export const TO: Column<UploadShipment> = {
  id: 'to',
  header: 'To',
  fixed: true,
  cell: ({ to_name, to_address }) => (
    <div className={classes.to} title={to_address}>
      <TwoLineCell first={to_name || NONE} second={to_address} />
    </div>
  ),
}

/** Cheapest first. */
function byPrice(rates: readonly UploadRate[]): UploadRate[] {
  return rates.toSorted((a, b) => {
    const difference = (parseCents(a.rate) ?? 0n) - (parseCents(b.rate) ?? 0n)
    return difference < 0n ? -1 : Number(difference > 0n)
  })
}

function rateText(rate: UploadRate): string {
  const when = rate.delivery_date ? `, ${formatDate(rate.delivery_date)}` : ''
  return `${rateName(rate)}: ${formatMoney(rate.rate)}${when}`
}

interface RatePickerProps {
  row: UploadShipment
  onChoose: ((row: UploadShipment, rateId: string) => void) | null
}

function RatePicker({ row, onChoose }: RatePickerProps) {
  const chosen = row.rates.find(({ public_id }) => public_id === row.selected_rate_id)
  // Bought by itself, on another screen: nothing is left to choose.
  if (row.state !== 'draft') {
    const text = chosen ? `${rateName(chosen)}: ${formatMoney(row.price ?? chosen.rate)}` : NONE
    return <TwoLineCell first={text} second={row.state === 'bought' ? 'Bought' : 'Purchasing'} />
  }
  if (!onChoose || row.rates.length === 0) return chosen ? rateText(chosen) : NONE
  const offered = byPrice(row.rates).map((rate) => ({
    value: rate.public_id,
    label: rateText(rate),
  }))
  return (
    <NativeSelect
      size="xs"
      className={classes.rate}
      aria-label={`Rate for row ${row.row}, ${row.to_name}`}
      data={chosen ? offered : [{ value: '', label: 'None' }, ...offered]}
      value={chosen?.public_id ?? ''}
      onChange={(event) => onChoose(row, event.currentTarget.value)}
    />
  )
}

/** `onChoose` null: for those who may only look. */
export function rateColumns(onChoose: RatePickerProps['onChoose']): Column<UploadShipment>[] {
  return [
    ROW,
    TO,
    {
      id: 'weight',
      header: 'Weight',
      align: 'end',
      cell: ({ weight }) => (weight ? `${weight} oz` : NONE),
    },
    { id: 'package', header: 'Package', cell: (row) => row.package || NONE },
    {
      id: 'rate',
      header: 'Rate',
      fixed: true,
      cell: (row) => <RatePicker row={row} onChoose={onChoose} />,
    },
    {
      id: 'price',
      header: 'Price',
      align: 'end',
      fixed: true,
      cell: ({ price }) => <MoneyCell value={price} />,
    },
  ]
}
