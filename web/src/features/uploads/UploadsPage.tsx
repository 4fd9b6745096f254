// /shipment-uploads: the spreadsheets of the account, and where another one is uploaded.
import { Stack } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'

import { requestErrorText } from '@/api/errors'
import { deleteUpload, type Upload, uploadsKey, uploadsQuery } from '@/api/uploads'
import { useUser } from '@/api/user'
import { PageHeader } from '@/components/layout/PageHeader'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'
import { ButtonLink } from '@/components/ui/links'
import { withBusy } from '@/components/ui/modals/busy'
import { confirm } from '@/components/ui/modals/dialogs'
import { toastError, toastSuccess } from '@/components/ui/modals/toasts'

import { uploadColumns } from './columns'
import { UploadPanel } from './UploadPanel'

const route = getRouteApi('/_app/shipment-uploads')
const NO_FILTERS = {}

const rowId = (row: Upload) => row.id
const rowName = (row: Upload) => row.filename

async function remove(client: QueryClient, row: Upload): Promise<void> {
  const agreed = await confirm({
    title: 'Delete upload',
    message: `Are you sure you want to delete ${row.filename} and its drafts? Labels that were bought stay. This action cannot be undone.`,
    confirmLabel: 'Delete',
    danger: true,
  })
  if (!agreed) return
  try {
    await withBusy('Deleting...', () => deleteUpload(row.id), { cancellable: false })
    toastSuccess(`${row.filename} was deleted`)
  } catch (error) {
    toastError(requestErrorText(error))
  } finally {
    await client.invalidateQueries({ queryKey: uploadsKey })
  }
}

export function UploadsPage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const owner = !useUser().person
  const columns = useMemo(
    () => uploadColumns(owner ? (row) => void remove(client, row) : null),
    [client, owner],
  )

  const { table } = useQueryTable({
    name: 'shipment_uploads',
    label: 'Shipment uploads',
    noun: ['upload', 'uploads'],
    columns,
    rowId,
    rowName,
    search: route.useSearch(),
    setSearch: useSearchState(),
    filters: NO_FILTERS,
    query: ({ page, per }) => uploadsQuery({ page, per }),
    onOpen: ({ id }) => void navigate({ to: '/shipment-upload/$id', params: { id } }),
    empty: { reason: 'Upload a spreadsheet with one shipment per row.' },
  })

  return (
    <>
      <PageHeader
        title="Shipment Uploads"
        description="Spreadsheets with one shipment per row, from the file to its labels."
      >
        <ButtonLink variant="default" to="/shipment-upload-mappings">
          Mappings
        </ButtonLink>
      </PageHeader>
      <Stack gap="sm">
        {owner && <UploadPanel />}
        {table}
      </Stack>
    </>
  )
}
