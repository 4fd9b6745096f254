// A whole list page in small: filter bar, table, selection, bulk actions, all in the address bar.
// Search for 'fail' to see the error state.
import { Button, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'

import { FilterBar } from '@/components/table/FilterBar'
import type { FilterSpec } from '@/components/table/filters'
import type { SelectionTarget } from '@/components/table/selection'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'

import { SAMPLE_COLUMNS, sampleId } from './sampleColumns'
import { fetchSamples, type SampleFilters, STATUSES } from './sampleShipments'

const route = getRouteApi('/_ui')

const FILTERS: readonly FilterSpec<'q' | 'status' | 'source' | 'from' | 'to'>[] = [
  { kind: 'text', key: 'q', label: 'Search shipments' },
  { kind: 'dates', fromKey: 'from', toKey: 'to', label: 'Date' },
  {
    kind: 'select',
    key: 'status',
    label: 'Status',
    options: Object.keys(STATUSES).map((value) => ({ value, label: value })),
  },
  {
    kind: 'select',
    key: 'source',
    label: 'Source',
    defaultValue: 'all',
    options: [
      { value: 'all', label: 'All' },
      { value: 'internal', label: 'Internal' },
      { value: 'shop', label: 'Shop' },
    ],
  },
]

const NO_FILTERS = {
  q: undefined,
  status: undefined,
  source: undefined,
  from: undefined,
  to: undefined,
}

export function ListSection() {
  const search = route.useSearch()
  const setSearch = useSearchState()
  const [last, setLast] = useState('')
  const filters: SampleFilters = {
    q: search.q,
    status: search.status,
    source: search.source ?? 'all',
    from: search.from,
    to: search.to,
  }

  const { table } = useQueryTable({
    name: 'gallery',
    label: 'Sample shipments',
    noun: ['shipment', 'shipments'],
    columns: SAMPLE_COLUMNS,
    rowId: sampleId,
    search,
    setSearch,
    filters,
    query: (params, by) => ({
      queryKey: ['gallery', params, by],
      queryFn: ({ signal }) => fetchSamples(params, by, signal),
    }),
    defaultSort: '-date',
    maxHeight: '460px',
    onOpen: (row) => setLast(`Opened ${row.id}`),
    empty: {
      reason: 'No shipment matches these filters.',
      action: (
        <Button variant="default" size="xs" onClick={() => setSearch(NO_FILTERS)}>
          Clear filters
        </Button>
      ),
    },
    renderBulkActions: (selection) => (
      <>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => setLast(`Print ${describe(selection.target)}`)}
        >
          Print
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => setLast(`Refund ${describe(selection.target)}`)}
        >
          Refund
        </Button>
      </>
    ),
  })

  return (
    <>
      <FilterBar search={search} setSearch={setSearch} filters={FILTERS} />
      {table}
      <Text size="sm" c="dimmed" role="log" aria-label="Last action">
        {last || 'Nothing done yet.'}
      </Text>
    </>
  )
}

function describe(target: SelectionTarget<SampleFilters>): string {
  return target.kind === 'ids'
    ? `${target.count} by id`
    : `${target.count} by query ${JSON.stringify(target.query)}`
}
