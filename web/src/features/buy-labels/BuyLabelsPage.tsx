// /shipments/buy-labels: drafts with rates, bought in bulk. Each row says how it stands.
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

import type { BulkTarget } from '@/api/shipments/bulk'
import { shipmentsQuery } from '@/api/shipments/list'
import type { ShipmentFilters, ShipmentRow } from '@/api/shipments/wire'
import { uploadsQuery } from '@/api/uploads'
import { PageHeader } from '@/components/layout/PageHeader'
import { FilterBar } from '@/components/table/FilterBar'
import type { FilterSpec } from '@/components/table/filters'
import type { Selection } from '@/components/table/selection'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'
import { ButtonLink } from '@/components/ui/links'
import { showFailure } from '@/components/ui/modals/dialogs'

import { buyColumns, mayBuy, type StateOf } from './columns'
import { latestJob, stateIn } from './purchases'
import { useFollow } from './useFollow'
import { usePurchases } from './usePurchases'

const route = getRouteApi('/_app/shipments_/buy-labels')
/** The latest ones, to choose from. */
const RECENT = { page: 1, per: 50 }

const rowId = (row: ShipmentRow) => row.id
const rowName = (row: ShipmentRow) => row.to_name || row.public_id
const NOTHING = 'Select at least one shipment'

/** A chosen row may have turned out to wait in a purchase since: it is not bought twice. */
function idsOf(rows: readonly ShipmentRow[]): BulkTarget {
  return { kind: 'ids', ids: rows.map(rowId), count: rows.length }
}

export function BuyLabelsPage() {
  const search = route.useSearch()
  const setSearch = useSearchState()
  const { purchases, buy, learn, end } = usePurchases()
  const { q, upload_id } = search
  const filters = useMemo(
    (): ShipmentFilters => ({ draft: true, downloaded: 'all', source: 'all', q, upload_id }),
    [q, upload_id],
  )
  const stateOf = useCallback<StateOf>(
    (row) => stateIn(purchases, row.id, filters),
    [purchases, filters],
  )
  const columns = useMemo(() => buyColumns(stateOf), [stateOf])
  const canSelect = useCallback((row: ShipmentRow) => mayBuy(row, stateOf(row)), [stateOf])
  const uploads = useQuery(uploadsQuery(RECENT)).data?.items ?? []

  /** Who says no keeps what was chosen. */
  const buyChosen = async ({ target, rows, clear }: Selection<ShipmentRow, ShipmentFilters>) => {
    const open = target.kind === 'ids' ? idsOf(rows.filter(canSelect)) : target
    if (open.count === 0) await showFailure(NOTHING)
    else if (await buy(open)) clear()
  }

  const { table, query } = useQueryTable({
    name: 'buy_labels',
    label: 'Shipments to buy',
    noun: ['draft', 'drafts'],
    columns,
    rowId,
    rowName,
    search,
    setSearch,
    filters,
    // What was bought a moment ago stays in view with its message.
    query: (params, chosen) => ({
      ...shipmentsQuery(params, chosen),
      refetchOnWindowFocus: false,
    }),
    defaultSort: '-date',
    canSelect,
    renderBulkActions: (selection) => (
      <Button size="compact-sm" onClick={() => void buyChosen(selection)}>
        Buy Labels
      </Button>
    ),
    tools: (
      <Button size="compact-sm" variant="default" onClick={() => void showFailure(NOTHING)}>
        Buy Labels
      </Button>
    ),
    empty: { reason: 'Drafts with rates can be bought here.' },
  })

  useFollow({ purchases, shown: query.data?.items.map(rowId) ?? [], learn, end })
  const jobId = latestJob(purchases)

  const specs: FilterSpec<'q' | 'upload_id'>[] = [
    { kind: 'text', key: 'q', label: 'Search drafts' },
    {
      kind: 'select',
      key: 'upload_id',
      label: 'Upload',
      options: uploads.map(({ id, filename }) => ({ value: id, label: filename })),
    },
  ]

  return (
    <>
      <PageHeader
        title="Buy Labels"
        description="Drafts with rates. The cheapest rate is bought unless another was chosen."
      >
        {jobId !== null && (
          <ButtonLink variant="default" to="/jobs/$id" params={{ id: jobId }}>
            Show in Jobs
          </ButtonLink>
        )}
      </PageHeader>
      <Stack gap="sm">
        <FilterBar search={search} setSearch={setSearch} filters={specs} />
        {table}
      </Stack>
    </>
  )
}
