// The activity log: who did what, when and from where. Filters and page live in the address bar.
import { Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'

import { type ActivityEntry, activityQuery } from '@/api/activity'
import { PageHeader } from '@/components/layout/PageHeader'
import { DateCell, TwoLineCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { FilterBar } from '@/components/table/FilterBar'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'

const route = getRouteApi('/_app/activity')

const ACTORS: Readonly<Record<string, string>> = {
  owner: 'Owner',
  person: 'User',
  api_key: 'API key',
  system: 'Waybill',
  support: 'Support',
}

const COLUMNS: readonly Column<ActivityEntry>[] = [
  {
    id: 'at',
    header: 'When',
    fixed: true,
    cell: (entry) => <DateCell value={entry.at} withTime />,
  },
  { id: 'summary', header: 'What', fixed: true, maxWidth: 560, cell: (entry) => entry.summary },
  {
    id: 'actor',
    header: 'Who',
    cell: (entry) => (
      <TwoLineCell first={entry.actor.name} second={ACTORS[entry.actor.kind] ?? entry.actor.kind} />
    ),
  },
  {
    id: 'ip',
    header: 'From',
    cell: (entry) => (
      <Text span ff="monospace" size="xs">
        {entry.ip ?? '–'}
      </Text>
    ),
  },
  {
    id: 'action',
    header: 'Code',
    hiddenAtFirst: true,
    cell: (entry) => (
      <Text span ff="monospace" size="xs">
        {entry.action}
      </Text>
    ),
  },
]

const rowId = (entry: ActivityEntry) => entry.id

export function ActivityPage() {
  const search = route.useSearch()
  const setSearch = useSearchState()
  const { action, date_from, date_to } = search
  const filters = useMemo(() => ({ action, date_from, date_to }), [action, date_from, date_to])
  const filtered = Object.values(filters).some((value) => value !== undefined)

  const { table, query } = useQueryTable({
    name: 'activity',
    label: 'Activity',
    noun: ['entry', 'entries'],
    columns: COLUMNS,
    rowId,
    search,
    setSearch,
    filters,
    query: ({ page, per }, chosen) => activityQuery({ page, per, ...chosen }),
    empty: {
      reason: filtered
        ? 'No entry matches these filters.'
        : 'Changes of people, permissions, keys and settings will be listed here.',
    },
  })

  return (
    <>
      <PageHeader
        title="Activity"
        description="Every change of money, keys, people, permissions and credentials."
      />
      <Stack gap="sm">
        <FilterBar
          search={search}
          setSearch={setSearch}
          filters={[
            {
              kind: 'select',
              key: 'action',
              label: 'Action',
              options: query.data?.options.actions ?? [],
            },
            { kind: 'dates', fromKey: 'date_from', toKey: 'date_to', label: 'Date' },
          ]}
        />
        {table}
      </Stack>
    </>
  )
}
