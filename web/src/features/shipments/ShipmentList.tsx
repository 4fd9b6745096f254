// The Shipments and the Shipment Drafts screens: one list in two modes.
import { Button, Stack } from '@mantine/core'
import { IconFileExport, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'

import { shipmentsQuery } from '@/api/shipments/list'
import type { Choice, ShipmentRow } from '@/api/shipments/wire'
import { useUser } from '@/api/user'
import { PageHeader } from '@/components/layout/PageHeader'
import { FilterBar } from '@/components/table/FilterBar'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'
import { AnchorLink, ButtonLink } from '@/components/ui/links'
import { Notice } from '@/components/ui/Notice'

import type { Chosen } from './actions'
import { BulkActions } from './BulkActions'
import { DRAFT_COLUMNS, SHIPMENT_COLUMNS } from './columns'
import { filtersOf, filterSpecs, type ShipmentsSearch } from './filters'
import { labelSettings } from './labelSettings'

// Form code: loaded when it is first opened.
const ExportReportModal = lazy(async () => ({
  default: (await import('./ExportReportModal')).ExportReportModal,
}))

const NOTHING: Chosen = { target: { kind: 'ids', ids: [], count: 0 }, rows: [] }
const NO_AUTOMATIONS: readonly Choice[] = []
// Widened: the purchase form's route is typed by its own file.
const NEW_SHIPMENT: string = '/shipment/new'

const rowId = (row: ShipmentRow) => row.id
const rowName = (row: ShipmentRow) => row.to_name || row.public_id

interface ShipmentListProps {
  draft: boolean
  search: ShipmentsSearch
  /** More header buttons of the owner: other features bring theirs through the route. */
  headerButtons?: ReactNode
}

export function ShipmentList({ draft, search, headerButtons }: ShipmentListProps) {
  const user = useUser()
  const owner = !user.person
  const navigate = useNavigate()
  const setSearch = useSearchState()
  const [exporting, setExporting] = useState<boolean | null>(null)
  const filters = useMemo(() => filtersOf(search, draft), [search, draft])
  const [latest, setLatest] = useState({ hasPrinter: false, automations: NO_AUTOMATIONS })
  const settings = labelSettings(user.settings, latest.hasPrinter)

  const actions = (chosen: Chosen, clear?: () => void) => (
    <BulkActions
      chosen={chosen}
      draft={draft}
      owner={owner}
      settings={settings}
      automations={latest.automations}
      onChanged={clear}
    />
  )

  const { table, query } = useQueryTable({
    name: draft ? 'shipment-drafts' : 'shipments',
    label: draft ? 'Shipment drafts' : 'Shipments',
    noun: draft ? ['draft', 'drafts'] : ['shipment', 'shipments'],
    columns: draft ? DRAFT_COLUMNS : SHIPMENT_COLUMNS,
    rowId,
    rowName,
    search,
    setSearch,
    filters,
    query: shipmentsQuery,
    defaultSort: '-date',
    onOpen: (row) => {
      const rest = draft ? '' : '/summary'
      void navigate({ href: `/shipment/${encodeURIComponent(row.public_id)}${rest}` })
    },
    empty: emptyText(draft, owner),
    renderBulkActions:
      draft && !owner ? undefined : ({ target, rows, clear }) => actions({ target, rows }, clear),
    tools: (
      <>
        {actions(NOTHING)}
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconFileExport size={15} aria-hidden />}
          onClick={() => setExporting(true)}
        >
          Export report
        </Button>
      </>
    ),
  })

  // What the list's answer says about actions, kept while it refetches.
  const hasPrinter = query.data?.has_printer ?? latest.hasPrinter
  const automations = query.data?.options.automations ?? latest.automations
  if (hasPrinter !== latest.hasPrinter || automations !== latest.automations) {
    setLatest({ hasPrinter, automations })
  }

  return (
    <>
      <PageHeader title={draft ? 'Shipment Drafts' : 'Shipments'}>
        {owner && (
          <>
            {headerButtons}
            <ButtonLink to={NEW_SHIPMENT} leftSection={<IconPlus size={16} aria-hidden />}>
              New Shipment
            </ButtonLink>
          </>
        )}
      </PageHeader>
      <Stack gap="sm">
        {owner && query.data?.no_warehouses && <NoWarehouses />}
        <FilterBar
          search={search}
          setSearch={setSearch}
          filters={filterSpecs(query.data?.options, draft)}
        />
        {table}
      </Stack>
      {exporting !== null && (
        <Suspense>
          <ExportReportModal
            opened={exporting}
            onClose={() => setExporting(false)}
            filters={filters}
          />
        </Suspense>
      )}
    </>
  )
}

function emptyText(draft: boolean, owner: boolean) {
  return {
    reason: `No ${draft ? 'draft' : 'shipment'} matches these filters and dates.`,
    action: owner ? (
      <ButtonLink to={NEW_SHIPMENT} variant="default" size="xs">
        New Shipment
      </ButtonLink>
    ) : undefined,
  }
}

function NoWarehouses() {
  return (
    <Notice tone="info">
      <AnchorLink inherit underline="always" to="/locations">
        Add the address you ship from
      </AnchorLink>
      : it fills in the sender of every shipment by itself.
    </Notice>
  )
}
