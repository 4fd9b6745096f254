// The Saved Packages screen: templates of parcel, options and customs (owner).
import { IconPlus } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'

import { PageHeader } from '@/components/layout/PageHeader'
import type { Column } from '@/components/table/columns'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'
import { ButtonLink } from '@/components/ui/links'
import { deleteSavedPackage, savedPackagesKey, savedPackagesQuery } from '@/features/shipping/api'
import { deleteAsked } from '@/features/shipping/deleteAsked'
import { RowActions } from '@/features/shipping/RowActions'
import type { SavedPackageRow } from '@/features/shipping/wire'

const route = getRouteApi('/_app/saved-packages/')
const NO_FILTERS = {}

const rowId = (row: SavedPackageRow) => row.id
const rowName = (row: SavedPackageRow) => row.name

function remove(client: QueryClient, { id, name }: SavedPackageRow): Promise<void> {
  return deleteAsked({
    title: 'Delete Saved Package',
    message: `Are you sure you want to delete the saved package "${name}"? This action cannot be undone.`,
    name,
    confirmLabel: 'Delete Saved Package',
    cancelLabel: 'Close',
    work: () => deleteSavedPackage(id),
    refresh: () => client.invalidateQueries({ queryKey: savedPackagesKey }),
  })
}

function columnsWith(onDelete: (row: SavedPackageRow) => void): Column<SavedPackageRow>[] {
  return [
    { id: 'name', header: 'Name', fixed: true, maxWidth: 320, cell: (row) => row.name },
    { id: 'info', header: 'Info', maxWidth: 480, cell: (row) => row.info },
    {
      id: 'actions',
      header: 'Actions',
      fixed: true,
      align: 'end',
      cell: (row) => (
        <RowActions name={row.name} onDelete={() => onDelete(row)}>
          <ButtonLink
            variant="default"
            size="compact-xs"
            aria-label={`Edit ${row.name}`}
            to="/saved-packages/$id"
            params={{ id: row.id }}
          >
            Edit
          </ButtonLink>
        </RowActions>
      ),
    },
  ]
}

export function SavedPackagesPage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const search = route.useSearch()
  const setSearch = useSearchState()
  const columns = useMemo(() => columnsWith((row) => void remove(client, row)), [client])

  const addButton = (
    <ButtonLink
      leftSection={<IconPlus size={16} aria-hidden />}
      to="/saved-packages/$id"
      params={{ id: 'new' }}
    >
      ADD NEW SAVED PACKAGE
    </ButtonLink>
  )

  const { table } = useQueryTable({
    name: 'saved_packages',
    label: 'Saved packages',
    noun: ['saved package', 'saved packages'],
    columns,
    rowId,
    rowName,
    search,
    setSearch,
    filters: NO_FILTERS,
    query: ({ page, per }) => savedPackagesQuery({ page, per }),
    onOpen: (row) => void navigate({ to: '/saved-packages/$id', params: { id: row.id } }),
    empty: { reason: 'A saved package fills in parcel, options and customs of a shipment.' },
  })

  return (
    <>
      <PageHeader
        title="Saved Packages"
        description="What you often send, ready to be picked when you purchase a label."
      >
        {addButton}
      </PageHeader>
      {table}
    </>
  )
}
