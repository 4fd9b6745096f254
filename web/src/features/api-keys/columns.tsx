// The columns of the keys table.
import { Button, Group, Text, Tooltip } from '@mantine/core'

import type { ApiKey } from '@/api/apiKeys'
import { DateCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { StatusBadge } from '@/components/ui/StatusBadge'
import { formatDateTimeUtc } from '@/lib/format'

import { CopyKey } from './CopyKey'

interface ColumnOptions {
  known: Readonly<Record<string, string>>
  /** The only remaining key cannot be deleted. */
  only: boolean
  onDelete: (key: ApiKey) => void
  onDefault: (key: ApiKey) => void
}

export function columnsWith(options: ColumnOptions): Column<ApiKey>[] {
  return [
    {
      id: 'created_at',
      header: 'Created',
      cell: (key) => <time dateTime={key.created_at}>{formatDateTimeUtc(key.created_at)}</time>,
    },
    {
      id: 'description',
      header: 'Description',
      maxWidth: 320,
      cell: (key) => key.description,
    },
    {
      id: 'token',
      header: 'Key',
      cell: (key) => (
        <Text span ff="monospace" size="xs">
          {key.token}
        </Text>
      ),
    },
    {
      id: 'default',
      header: 'Default',
      cell: (key) =>
        key.default ? (
          <StatusBadge tone="green">Default</StatusBadge>
        ) : (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-label={`Make ${key.description} the default`}
            onClick={() => options.onDefault(key)}
          >
            Make default
          </Button>
        ),
    },
    {
      id: 'last_used_at',
      header: 'Last used',
      cell: (key) => (key.last_used_at ? <DateCell value={key.last_used_at} withTime /> : 'Never'),
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: (key) => <Actions apiKey={key} {...options} />,
    },
  ]
}

function Actions({ apiKey, known, only, onDelete }: ColumnOptions & { apiKey: ApiKey }) {
  const fullKey = known[apiKey.id]
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <CopyKey description={apiKey.description} fullKey={fullKey} />
      <Tooltip label="The only remaining key cannot be deleted" disabled={!only}>
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          aria-label={`Delete ${apiKey.description}`}
          // Not `disabled`: the reason must stay reachable by keyboard and screen reader.
          aria-disabled={only}
          data-disabled={only || undefined}
          aria-description={only ? 'The only remaining key cannot be deleted' : undefined}
          onClick={() => {
            if (!only) onDelete(apiKey)
          }}
        >
          Delete
        </Button>
      </Tooltip>
    </Group>
  )
}
