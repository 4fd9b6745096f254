// /shipment-upload-mappings: saved mappings, with a template file for each.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'

import { serverUrl } from '@/api/config'
import { requestErrorText } from '@/api/errors'
import {
  deleteMapping,
  mappingsKey,
  mappingsQuery,
  mappingTemplate,
  type UploadMapping,
} from '@/api/mappings'
import { useUser } from '@/api/user'
import { followDownload } from '@/components/labels/printing'
import { PageHeader } from '@/components/layout/PageHeader'
import type { Column } from '@/components/table/columns'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'
import { ButtonLink } from '@/components/ui/links'
import { withBusy } from '@/components/ui/modals/busy'
import { confirm } from '@/components/ui/modals/dialogs'
import { toastError, toastSuccess } from '@/components/ui/modals/toasts'
import { StatusBadge } from '@/components/ui/StatusBadge'
import { formatCount } from '@/lib/format'
import { mappingName } from '@/lib/uploads'

import classes from './mappings.module.css'

// Form code: loaded when it is first opened.
const MappingModal = lazy(async () => ({
  default: (await import('./MappingModal')).MappingModal,
}))

const route = getRouteApi('/_app/shipment-upload-mappings')
const NO_FILTERS = {}

const rowId = (row: UploadMapping) => row.id
const rowName = (row: UploadMapping) => mappingName(row.name) || 'unnamed mapping'

async function downloadTemplate({ id }: UploadMapping): Promise<void> {
  try {
    followDownload(serverUrl(await mappingTemplate(id)))
  } catch (error) {
    toastError(requestErrorText(error))
  }
}

async function remove(client: QueryClient, row: UploadMapping): Promise<void> {
  const agreed = await confirm({
    title: 'Delete mapping',
    message: `Are you sure you want to delete the mapping "${mappingName(row.name)}"? This action cannot be undone.`,
    confirmLabel: 'Delete',
    danger: true,
  })
  if (!agreed) return
  try {
    await withBusy('Deleting...', () => deleteMapping(row.id), { cancellable: false })
    toastSuccess(`${rowName(row)} was deleted`)
  } catch (error) {
    toastError(requestErrorText(error))
  } finally {
    await client.invalidateQueries({ queryKey: mappingsKey })
  }
}

interface RowHandlers {
  owner: boolean
  onOpen: (row: UploadMapping) => void
  onDelete: (row: UploadMapping) => void
}

function Actions({ row, owner, onOpen, onDelete }: RowHandlers & { row: UploadMapping }) {
  const editable = owner && !row.default
  const name = rowName(row)
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Template of ${name}`}
        onClick={() => void downloadTemplate(row)}
      >
        Template
      </Button>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`${editable ? 'Edit' : 'View'} ${name}`}
        onClick={() => onOpen(row)}
      >
        {editable ? 'Edit' : 'View'}
      </Button>
      {editable && (
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          aria-label={`Delete ${name}`}
          onClick={() => onDelete(row)}
        >
          Delete
        </Button>
      )}
    </div>
  )
}

function columnsWith(handlers: RowHandlers): Column<UploadMapping>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      fixed: true,
      maxWidth: 320,
      cell: (row) => mappingName(row.name),
    },
    {
      id: 'columns',
      header: 'Columns',
      align: 'end',
      cell: (row) => formatCount(Object.keys(row.dictionary).length),
    },
    {
      id: 'default',
      header: 'Default',
      cell: (row) => (row.default ? <StatusBadge tone="gray">Default</StatusBadge> : '–'),
    },
    {
      id: 'actions',
      header: 'Actions',
      fixed: true,
      align: 'end',
      cell: (row) => <Actions row={row} {...handlers} />,
    },
  ]
}

interface Opened {
  /** Null: a new one. */
  mapping: UploadMapping | null
  opened: boolean
  /** Every opening is another editor. */
  round: number
}

export function MappingsPage() {
  const client = useQueryClient()
  const owner = !useUser().person
  const [editor, setEditor] = useState<Opened | null>(null)
  const open = (mapping: UploadMapping | null) =>
    setEditor((old) => ({ mapping, opened: true, round: (old?.round ?? 0) + 1 }))

  const columns = useMemo(
    () =>
      columnsWith({
        owner,
        onOpen: (mapping) =>
          setEditor((old) => ({ mapping, opened: true, round: (old?.round ?? 0) + 1 })),
        onDelete: (row) => void remove(client, row),
      }),
    [client, owner],
  )

  const { table } = useQueryTable({
    name: 'shipment_upload_mappings',
    label: 'Shipment upload mappings',
    noun: ['mapping', 'mappings'],
    columns,
    rowId,
    rowName,
    search: route.useSearch(),
    setSearch: useSearchState(),
    filters: NO_FILTERS,
    query: ({ page, per }) => mappingsQuery({ page, per }),
    onOpen: open,
    empty: { reason: 'A mapping says which column of a spreadsheet is which field.' },
  })

  return (
    <>
      <PageHeader
        title="Shipment Upload Mappings"
        description="Which column of a spreadsheet is which field of a shipment."
      >
        <ButtonLink variant="default" to="/shipment-uploads">
          Shipment Uploads
        </ButtonLink>
        {owner && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open(null)}>
            New Mapping
          </Button>
        )}
      </PageHeader>
      {table}
      {editor && (
        <Suspense>
          <MappingModal
            key={editor.round}
            mapping={editor.mapping}
            owner={owner}
            opened={editor.opened}
            onClose={() => setEditor({ ...editor, opened: false })}
          />
        </Suspense>
      )}
    </>
  )
}
