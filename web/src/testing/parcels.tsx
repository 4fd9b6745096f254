// Rows and columns for the table's unit tests.
import type { Column } from '@/components/table/columns'

export interface Parcel {
  id: string
  name: string
  price: string
}

export function parcels(count: number, start = 1): Parcel[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `p${start + at}`,
    name: `Parcel ${start + at}`,
    price: `${start + at}.00`,
  }))
}

export const COLUMNS: readonly Column<Parcel>[] = [
  { id: 'name', header: 'Name', sort: 'name', fixed: true, cell: (row) => row.name },
  {
    id: 'price',
    header: 'Price',
    sort: 'price',
    descendingFirst: true,
    align: 'end',
    cell: (row) => row.price,
  },
  { id: 'note', header: 'Note', hiddenAtFirst: true, cell: () => 'none' },
]

export const parcelId = (row: Parcel) => row.id
export const parcelName = (row: Parcel) => row.name
