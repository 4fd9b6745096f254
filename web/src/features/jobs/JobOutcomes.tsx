// The outcome of each row of a job, page by page.
import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'

import { type JobOutcome, jobRowsKey, jobRowsQuery } from '@/api/jobs'
import type { Column } from '@/components/table/columns'
import { FilterBar } from '@/components/table/FilterBar'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'
import { AnchorLink } from '@/components/ui/links'
import { StatusBadge } from '@/components/ui/StatusBadge'

import classes from './jobs.module.css'

const route = getRouteApi('/_app/jobs/$id')
const POLL_MS = 2_000
/** The ids of shipments; their page is known. */
const SHIPMENT = /^shp_/

function Reference({ row }: { row: JobOutcome }) {
  const { reference } = row
  if (!reference) return '–'
  if (!SHIPMENT.test(reference)) return reference
  const to = row.state === 'ok' ? '/shipment/$id/summary' : '/shipment/$id'
  return (
    <AnchorLink size="sm" to={to} params={{ id: reference }}>
      {reference}
    </AnchorLink>
  )
}

const COLUMNS: readonly Column<JobOutcome>[] = [
  { id: 'row', header: 'Row', align: 'end', fixed: true, cell: ({ row }) => row },
  {
    id: 'state',
    header: 'Outcome',
    fixed: true,
    cell: ({ state }) => (
      <StatusBadge tone={state === 'ok' ? 'green' : 'red'}>
        {state === 'ok' ? 'Succeeded' : 'Failed'}
      </StatusBadge>
    ),
  },
  { id: 'reference', header: 'What', cell: (row) => <Reference row={row} /> },
  {
    id: 'message',
    header: 'Message',
    cell: ({ message }) => <span className={classes.wrap}>{message || '–'}</span>,
  },
]

const STATES = [
  { value: 'ok', label: 'Succeeded' },
  { value: 'failed', label: 'Failed' },
]

const rowId = ({ row }: JobOutcome) => String(row)

/** What came in last must be seen once the job has ended: its rows are read once more. */
function useLastLook(id: string, running: boolean): void {
  const client = useQueryClient()
  const ran = useRef(running)
  useEffect(() => {
    if (ran.current && !running) void client.invalidateQueries({ queryKey: jobRowsKey(id) })
    ran.current = running
  }, [client, id, running])
}

interface Emptiness {
  running: boolean
  count: number
  state: string | undefined
}

function emptyReason({ running, count, state }: Emptiness): string {
  if (state && count > 0) return 'No row has this outcome.'
  if (running) return 'No row is done yet.'
  return count > 0 ? 'The rows are on their way.' : 'This job has no rows of its own.'
}

interface JobOutcomesProps {
  id: string
  running: boolean
  /** How many rows have an outcome, as the job says. */
  count: number
}

export function JobOutcomes({ id, running, count }: JobOutcomesProps) {
  useLastLook(id, running)
  const search = route.useSearch()
  const setSearch = useSearchState()
  const { state } = search
  const filters = useMemo(() => ({ state }), [state])
  const { table } = useQueryTable({
    name: 'job_rows',
    label: 'Outcome per row',
    noun: ['row', 'rows'],
    columns: COLUMNS,
    rowId,
    search,
    setSearch,
    filters,
    query: ({ page, per }, chosen) => ({
      ...jobRowsQuery(id, { page, per, ...chosen }),
      refetchInterval: running ? POLL_MS : false,
      staleTime: 0,
    }),
    empty: { reason: emptyReason({ running, count, state }) },
  })
  return (
    <Stack gap="sm">
      <FilterBar
        search={search}
        setSearch={setSearch}
        filters={[{ kind: 'select', key: 'state', label: 'Outcome', options: STATES }]}
      />
      {table}
    </Stack>
  )
}
