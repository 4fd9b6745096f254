// The Locations screen: warehouse addresses with Edit and Delete, and a button to add one.
import { Button, Group } from '@mantine/core'
import { IconPlus, IconStarFilled } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'

import { requestErrorText } from '@/api/errors'
import { deleteWarehouse, type Warehouse, warehousesKey, warehousesQuery } from '@/api/warehouses'
import { PageHeader } from '@/components/layout/PageHeader'
import { DateCell, IdCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'
import { withBusy } from '@/components/ui/modals/busy'
import { confirm } from '@/components/ui/modals/dialogs'
import { toastError, toastSuccess } from '@/components/ui/modals/toasts'

import classes from './locations.module.css'

const WarehouseModal = lazy(async () => ({
  default: (await import('./WarehouseModal')).WarehouseModal,
}))

const route = getRouteApi('/_app/locations')
const NO_FILTERS = {}

const rowId = (warehouse: Warehouse) => warehouse.id
const nameOf = (warehouse: Warehouse) =>
  warehouse.name || warehouse.company || warehouse.full_address

interface RowHandlers {
  onEdit: (warehouse: Warehouse) => void
  onDelete: (warehouse: Warehouse) => void
}

function columnsWith({ onEdit, onDelete }: RowHandlers): Column<Warehouse>[] {
  return [
    {
      id: 'id',
      header: 'ID',
      cell: (warehouse) => <IdCell value={warehouse.public_id} name="location id" />,
    },
    {
      id: 'name',
      header: 'Name',
      fixed: true,
      maxWidth: 240,
      cell: (warehouse) => (
        <>
          {warehouse.starred && (
            <IconStarFilled size={14} className={classes.star} aria-label="Starred" role="img" />
          )}{' '}
          {nameOf(warehouse)}
        </>
      ),
    },
    {
      id: 'address',
      header: 'Address',
      maxWidth: 420,
      cell: (warehouse) => warehouse.full_address,
    },
    {
      id: 'last_used',
      header: 'Last used',
      cell: (warehouse) =>
        warehouse.last_used ? <DateCell value={warehouse.last_used} /> : 'Never',
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      fixed: true,
      align: 'end',
      cell: (warehouse) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`Edit ${nameOf(warehouse)}`}
            onClick={() => onEdit(warehouse)}
          >
            Edit
          </Button>
          <Button
            variant="subtle"
            color="red"
            size="compact-xs"
            aria-label={`Delete ${nameOf(warehouse)}`}
            onClick={() => onDelete(warehouse)}
          >
            Delete
          </Button>
        </Group>
      ),
    },
  ]
}

async function remove(client: QueryClient, warehouse: Warehouse): Promise<void> {
  const agreed = await confirm({
    title: 'Delete warehouse',
    message: `Are you sure you want to delete ${nameOf(warehouse)}? This action cannot be undone.`,
    confirmLabel: 'Delete',
    danger: true,
  })
  if (!agreed) return
  try {
    await withBusy('Deleting...', () => deleteWarehouse(warehouse.id), { cancellable: false })
    toastSuccess(`${nameOf(warehouse)} was deleted`)
  } catch (error) {
    toastError(requestErrorText(error))
  } finally {
    await client.invalidateQueries({ queryKey: warehousesKey })
  }
}

interface Editing {
  opened: boolean
  /** Null: a new one. */
  warehouse: Warehouse | null
  /** Every opening starts afresh. */
  turn: number
}

export function LocationsPage() {
  const client = useQueryClient()
  const search = route.useSearch()
  const setSearch = useSearchState()
  const [editing, setEditing] = useState<Editing | null>(null)

  const open = useCallback(
    (warehouse: Warehouse | null) =>
      setEditing((last) => ({ opened: true, warehouse, turn: (last?.turn ?? 0) + 1 })),
    [],
  )
  const columns = useMemo(
    () => columnsWith({ onEdit: open, onDelete: (one) => void remove(client, one) }),
    [client, open],
  )

  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open(null)}>
      Add New Warehouse
    </Button>
  )

  const { table } = useQueryTable({
    name: 'locations',
    label: 'Locations',
    noun: ['location', 'locations'],
    columns,
    rowId,
    rowName: nameOf,
    search,
    setSearch,
    filters: NO_FILTERS,
    query: ({ page, per }) => warehousesQuery({ page, per }),
    empty: { reason: 'Warehouses fill in the sender of a shipment.' },
  })

  return (
    <>
      <PageHeader
        title="Locations"
        description="Addresses you ship from. Starred ones are offered first."
      >
        {addButton}
      </PageHeader>
      {table}
      {editing && (
        <Suspense>
          <WarehouseModal
            key={editing.turn}
            opened={editing.opened}
            warehouse={editing.warehouse}
            onClose={() => setEditing({ ...editing, opened: false })}
          />
        </Suspense>
      )}
    </>
  )
}
