// /jobs: running and past bulk actions of the account. A closed browser loses none of them.
import { Button, Progress, Stack } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'

import { isRunning, type JobRow, jobsQuery } from '@/api/jobs'
import { useUser } from '@/api/user'
import { PageHeader } from '@/components/layout/PageHeader'
import { DateCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { FilterBar } from '@/components/table/FilterBar'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'
import { AnchorLink } from '@/components/ui/links'
import { progressPercent } from '@/components/ui/modals/progressPercent'
import { StatusBadge } from '@/components/ui/StatusBadge'
import { formatCount } from '@/lib/format'

import classes from './jobs.module.css'
import { type Busy, useJobActions } from './useJobActions'
import { kindWords, STATE_OPTIONS, stateWords } from './words'

const route = getRouteApi('/_app/jobs/')

const rowId = (row: JobRow) => row.id
const titleOf = (row: JobRow) => row.title || kindWords(row.kind)

function JobProgressCell({ row }: { row: JobRow }) {
  const { done, total = null } = row
  const text = total === null ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`
  return (
    <div className={classes.progress}>
      <span>{text}</span>
      {isRunning(row) && total !== null && (
        <Progress value={progressPercent(done, total ?? 0)} aria-label={`Progress: ${text}`} />
      )}
    </div>
  )
}

function JobState({ row }: { row: JobRow }) {
  const [tone, text] = stateWords(row)
  return <StatusBadge tone={tone}>{text}</StatusBadge>
}

interface RowHandlers {
  /** Null for those who may only look. */
  actions: { retry: (id: string) => void; cancel: (id: string) => void } | null
  busy: Busy
}

function RowButtons({ row, actions, busy }: RowHandlers & { row: JobRow }) {
  if (!actions) return null
  const doing = busy.get(row.id)
  return (
    <div className={classes.actions}>
      {row.retryable && (
        <Button
          variant="default"
          size="compact-xs"
          aria-label={`Retry failed of ${titleOf(row)}`}
          loading={doing === 'retry'}
          onClick={() => actions.retry(row.id)}
        >
          Retry failed
        </Button>
      )}
      {row.cancellable && (
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          aria-label={`Cancel ${titleOf(row)}`}
          loading={doing === 'cancel'}
          onClick={() => actions.cancel(row.id)}
        >
          Cancel
        </Button>
      )}
    </div>
  )
}

function columnsWith({ actions, busy }: RowHandlers): Column<JobRow>[] {
  return [
    {
      id: 'created_at',
      header: 'Started',
      fixed: true,
      cell: (row) => <DateCell value={row.created_at} withTime />,
    },
    {
      id: 'title',
      header: 'What',
      fixed: true,
      maxWidth: 360,
      cell: (row) => (
        <AnchorLink size="sm" to="/jobs/$id" params={{ id: row.id }}>
          {titleOf(row)}
        </AnchorLink>
      ),
    },
    { id: 'by', header: 'Who', maxWidth: 130, cell: (row) => row.by || '–' },
    { id: 'state', header: 'State', cell: (row) => <JobState row={row} /> },
    { id: 'progress', header: 'Progress', cell: (row) => <JobProgressCell row={row} /> },
    { id: 'failed', header: 'Failed', align: 'end', cell: (row) => formatCount(row.failed) },
    {
      id: 'finished_at',
      header: 'Finished',
      hiddenAtFirst: true,
      cell: (row) => <DateCell value={row.finished_at} withTime />,
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      fixed: true,
      // Always in reach: a retry must not hide behind the window's edge.
      sticky: true,
      align: 'end',
      cell: (row) => <RowButtons row={row} actions={actions} busy={busy} />,
    },
  ]
}

export function JobsPage() {
  const search = route.useSearch()
  const setSearch = useSearchState()
  const navigate = useNavigate()
  const owner = !useUser().person
  const { retry, cancel, busy } = useJobActions()
  const { state } = search
  const filters = useMemo(() => ({ state }), [state])
  const columns = useMemo(
    () =>
      columnsWith({
        actions: owner ? { retry: (id) => void retry(id), cancel: (id) => void cancel(id) } : null,
        busy,
      }),
    [owner, retry, cancel, busy],
  )

  const { table } = useQueryTable({
    name: 'jobs',
    label: 'Jobs',
    noun: ['job', 'jobs'],
    columns,
    rowId,
    rowName: titleOf,
    search,
    setSearch,
    filters,
    query: ({ page, per }, chosen) => jobsQuery({ page, per, ...chosen }),
    onOpen: ({ id }) => void navigate({ to: '/jobs/$id', params: { id } }),
    empty: {
      reason: state
        ? 'No job is in this state.'
        : 'Uploads, bulk purchases, compiled labels, refunds, prints and reports will be listed here.',
    },
  })

  return (
    <>
      <PageHeader
        title="Jobs"
        description="Running and past bulk actions. They go on when the browser is closed."
      />
      <Stack gap="sm">
        <FilterBar
          search={search}
          setSearch={setSearch}
          filters={[{ kind: 'select', key: 'state', label: 'State', options: STATE_OPTIONS }]}
        />
        {table}
      </Stack>
    </>
  )
}
