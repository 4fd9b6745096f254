// The Adjustments screen: what carriers charged differently from the quote, all of it or what is
// being disputed.
import { Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'

import { type Adjustment, adjustmentsQuery } from '@/api/adjustments'
import { useUser } from '@/api/user'
import { PageHeader } from '@/components/layout/PageHeader'
import { FilterBar } from '@/components/table/FilterBar'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'
import { mayOpen } from '@/lib/access'

import { adjustmentColumns } from './adjustmentColumns'
import { AdjustmentModal } from './AdjustmentModal'
import { useDispute } from './useDispute'

const route = getRouteApi('/_app/adjustments')
const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'disputing', label: 'Disputing' },
]

const rowId = (row: Adjustment) => row.id
const rowName = (row: Adjustment) => row.description

export function AdjustmentsPage() {
  const linked = mayOpen(useUser(), '/shipments')
  const search = route.useSearch()
  const setSearch = useSearchState()
  const filter = search.filter ?? 'all'
  const { dispute, dialog } = useDispute()
  const columns = useMemo(
    () => adjustmentColumns({ linked, onDispute: dispute }),
    [linked, dispute],
  )
  const [open, setOpen] = useState<{ row: Adjustment; opened: boolean } | null>(null)

  const { table, query } = useQueryTable({
    name: 'adjustments',
    label: 'Adjustments',
    noun: ['adjustment', 'adjustments'],
    columns,
    rowId,
    rowName,
    search,
    setSearch,
    filters: filter,
    query: adjustmentsQuery,
    onOpen: (row) => setOpen({ row, opened: true }),
    empty: {
      reason:
        filter === 'disputing'
          ? 'No adjustment is being disputed.'
          : 'When a carrier measures something else than you declared, it is listed here.',
    },
  })
  // Disputed meanwhile: the detail shows what the list knows now.
  const current = open && (query.data?.items.find(({ id }) => id === open.row.id) ?? open.row)

  return (
    <>
      <PageHeader
        title="Adjustments"
        description="What carriers charged differently from the quote, after they measured the parcel."
      />
      <Stack gap="sm">
        <FilterBar
          search={search}
          setSearch={setSearch}
          filters={[
            { kind: 'select', key: 'filter', label: 'Show', options: FILTERS, defaultValue: 'all' },
          ]}
        />
        {table}
      </Stack>
      {open && current && (
        <AdjustmentModal
          opened={open.opened}
          onClose={() => setOpen({ ...open, opened: false })}
          adjustment={current}
          onDispute={dispute}
        />
      )}
      {dialog}
    </>
  )
}
