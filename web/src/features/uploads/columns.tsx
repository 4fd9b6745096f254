// The columns of the uploads list.
import { Anchor, Button } from '@mantine/core'

import { serverUrl } from '@/api/config'
import type { Upload } from '@/api/uploads'
import { DateCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { ButtonLink } from '@/components/ui/links'
import { StatusBadge } from '@/components/ui/StatusBadge'
import { formatCount } from '@/lib/format'
import { isMoving } from '@/lib/uploads'

import { isComplete, statusWords } from './rules'
import classes from './uploads.module.css'

const NONE = '–'

function Status({ row }: { row: Upload }) {
  const [tone, text] = statusWords(row)
  const progress = row.status === 'rating' ? ` ${share(row.processed_rows_count, row)}` : ''
  return (
    <StatusBadge tone={tone}>
      {text}
      {progress}
    </StatusBadge>
  )
}

function share(done: number, { rows_count }: Upload): string {
  return `${formatCount(done)} of ${formatCount(rows_count)}`
}

interface ActionsProps {
  row: Upload
  /** Null for those who may only look. */
  onDelete: ((row: Upload) => void) | null
}

function Actions({ row, onDelete }: ActionsProps) {
  const { id, filename } = row
  if (isComplete(row)) {
    return (
      <ButtonLink
        variant="default"
        size="compact-xs"
        to="/shipments"
        search={{ upload_id: id }}
        aria-label={`View Shipments of ${filename}`}
      >
        View Shipments
      </ButtonLink>
    )
  }
  return (
    <div className={classes.actions}>
      <ButtonLink
        variant="default"
        size="compact-xs"
        to="/shipment-upload/$id"
        params={{ id }}
        aria-label={`Rate Shop ${filename}`}
      >
        Rate Shop
      </ButtonLink>
      {onDelete && (
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          aria-label={`Delete ${filename}`}
          // What is being bought cannot be taken back by deleting it.
          disabled={isMoving(row)}
          onClick={() => onDelete(row)}
        >
          Delete
        </Button>
      )}
    </div>
  )
}

function count(id: string, header: string, value: (row: Upload) => number): Column<Upload> {
  return { id, header, align: 'end', cell: (row) => formatCount(value(row)) }
}

export function uploadColumns(onDelete: ActionsProps['onDelete']): Column<Upload>[] {
  return [
    {
      id: 'created_at',
      header: 'Date',
      fixed: true,
      cell: (row) => <DateCell value={row.created_at} withTime />,
    },
    {
      id: 'filename',
      header: 'File',
      fixed: true,
      maxWidth: 280,
      cell: (row) => (
        <Anchor size="sm" href={serverUrl(row.file_url)} download={row.filename}>
          {row.filename}
        </Anchor>
      ),
    },
    {
      id: 'mapping_name',
      header: 'Mapping',
      maxWidth: 200,
      cell: (row) => row.mapping_name || NONE,
    },
    { id: 'status', header: 'Status', cell: (row) => <Status row={row} /> },
    count('rows_count', 'Rows', (row) => row.rows_count),
    count('shipments_count', 'Shipments', (row) => row.shipments_count),
    count('labels_count', 'Labels', (row) => row.labels_count),
    count('errors_count', 'Errors', (row) => row.errors_count),
    {
      id: 'actions',
      header: 'Actions',
      fixed: true,
      align: 'end',
      cell: (row) => <Actions row={row} onDelete={onDelete} />,
    },
  ]
}
