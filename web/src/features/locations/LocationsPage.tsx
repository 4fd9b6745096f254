// The Locations screen: warehouse addresses with Edit and Delete, and a button to add one.
import { Button } from '@mantine/core'
import { IconPlus, IconStarFilled } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'

import { deleteWarehouse, type Warehouse, warehousesKey, warehousesQuery } from '@/api/warehouses'
import { PageHeader } from '@/components/layout/PageHeader'
import { DateCell, IdCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'
import { deleteAsked } from '@/features/shipping/deleteAsked'
import { RowActions } from '@/features/shipping/RowActions'
import { useEditor } from '@/features/shipping/useEditor'

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
        <RowActions
          name={nameOf(warehouse)}
          onEdit={() => onEdit(warehouse)}
          onDelete={() => onDelete(warehouse)}
        />
      ),
    },
  ]
}

function remove(client: QueryClient, warehouse: Warehouse): Promise<void> {
  const name = nameOf(warehouse)
  return deleteAsked({
    title: 'Delete warehouse',
    message: `Are you sure you want to delete ${name}? This action cannot be undone.`,
    name,
    work: () => deleteWarehouse(warehouse.id),
    refresh: () => client.invalidateQueries({ queryKey: warehousesKey }),
  })
}

export function LocationsPage() {
  const client = useQueryClient()
  const search = route.useSearch()
  const setSearch = useSearchState()
  const { editing, open, close } = useEditor<Warehouse>()
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
            warehouse={editing.item}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
