// 'Shipments with Errors': what was not bought, why, and the two ways on: correct it, or delete it.
import { Button, Stack, Title } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'

import { requestErrorText } from '@/api/errors'
import { deleteShipment } from '@/api/shipments/list'
import { uploadRatesQuery, type UploadShipment, uploadsKey } from '@/api/uploads'
import type { Column } from '@/components/table/columns'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'
import { AnchorLink } from '@/components/ui/links'
import { withBusy } from '@/components/ui/modals/busy'
import { confirm } from '@/components/ui/modals/dialogs'
import { toastError } from '@/components/ui/modals/toasts'

import { ROW, TO } from './rateColumns'
import classes from './wizard.module.css'

const route = getRouteApi('/_app/shipment-upload/$id')

const rowId = (row: UploadShipment) => row.public_id

function failedColumns(onDelete: ((row: UploadShipment) => void) | null): Column<UploadShipment>[] {
  const what: Column<UploadShipment>[] = [
    ROW,
    TO,
    {
      id: 'error',
      header: 'Error',
      fixed: true,
      cell: ({ label_error }) => (
        <span className={classes.wrap}>{label_error ?? 'Changed, not bought yet'}</span>
      ),
    },
  ]
  if (!onDelete) return what
  const actions: Column<UploadShipment> = {
    id: 'actions',
    header: 'Actions',
    fixed: true,
    align: 'end',
    cell: (row) => (
      <div className={classes.actions}>
        <AnchorLink
          size="sm"
          to="/shipment/$id"
          params={{ id: row.public_id }}
          aria-label={`Correct and purchase row ${row.row}`}
        >
          Correct and purchase
        </AnchorLink>
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          aria-label={`Delete row ${row.row}`}
          onClick={() => onDelete(row)}
        >
          Delete
        </Button>
      </div>
    ),
  }
  return [...what, actions]
}

async function remove(client: QueryClient, row: UploadShipment): Promise<void> {
  const agreed = await confirm({
    title: 'Delete shipment',
    message: 'Are you sure you want to delete this shipment? This action cannot be undone.',
    confirmLabel: 'Delete',
    danger: true,
  })
  if (!agreed) return
  try {
    await withBusy('Deleting...', (signal) => deleteShipment(row.public_id, signal))
  } catch (error) {
    toastError(requestErrorText(error))
  } finally {
    await client.invalidateQueries({ queryKey: uploadsKey })
  }
}

interface FailedShipmentsProps {
  id: string
  owner: boolean
}

export function FailedShipments({ id, owner }: FailedShipmentsProps) {
  const client = useQueryClient()
  const filters = useMemo(() => ({ id }), [id])

  const columns = useMemo(
    () => failedColumns(owner ? (row) => void remove(client, row) : null),
    [client, owner],
  )

  const { table } = useQueryTable({
    name: 'upload_failures',
    label: 'Shipments with Errors',
    noun: ['shipment', 'shipments'],
    columns,
    rowId,
    search: route.useSearch(),
    setSearch: useSearchState(),
    filters,
    query: ({ page, per }) => uploadRatesQuery(id, { page, per, errors: true }),
    empty: { reason: 'No shipment is left to correct.' },
  })

  return (
    <Stack gap="xs">
      <Title order={3}>Shipments with Errors</Title>
      {table}
    </Stack>
  )
}
