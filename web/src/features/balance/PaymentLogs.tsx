// The payment logs: everything that moved the balance, filtered and paged by the address bar. While a
// payment waits for the bank's answer, the list looks again by itself, and the balance follows it.
import { Button, Stack, Title } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'

import { balanceQuery } from '@/api/balance'
import { selectOptions } from '@/api/contract'
import {
  isSettling,
  type Transaction,
  type TransactionFilters,
  transactionsQuery,
} from '@/api/transactions'
import { FilterBar } from '@/components/table/FilterBar'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'

import { columnsWith } from './columns'
import { useDispute } from './useDispute'
import { useOpening } from './useOpening'
import { ALL_KINDS, kindChoices } from './words'

// Dialogs: loaded when they are first opened.
const ExportModal = lazy(async () => ({ default: (await import('./ExportModal')).ExportModal }))
const TransactionModal = lazy(async () => ({
  default: (await import('./TransactionModal')).TransactionModal,
}))

const route = getRouteApi('/_app/balance')

const rowId = (row: Transaction) => row.id
const rowName = (row: Transaction) => row.description

export function PaymentLogs() {
  const search = route.useSearch()
  const setSearch = useSearchState()
  const exporting = useOpening()
  const { dispute, dialog } = useDispute()
  const { kind = ALL_KINDS, from, to, transaction } = search
  const filters = useMemo<TransactionFilters>(() => ({ kind, from, to }), [kind, from, to])
  const columns = useMemo(() => columnsWith(dispute), [dispute])
  const filtered = kind !== ALL_KINDS || from !== undefined || to !== undefined

  const { table, query, total } = useQueryTable({
    name: 'balance-transactions',
    label: 'Payment logs',
    noun: ['payment log', 'payment logs'],
    columns,
    rowId,
    rowName,
    search,
    setSearch,
    filters,
    query: transactionsQuery,
    onOpen: (row) => setSearch({ transaction: row.id }),
    empty: {
      reason: filtered
        ? 'No payment log matches these filters.'
        : 'Labels, refunds, top-ups and everything else that moves the balance will be listed here.',
    },
  })
  const client = useQueryClient()
  const settling = isSettling(query.data?.items)
  useEffect(() => {
    if (!settling) return undefined
    // Settled: the balance has changed with it.
    return () => void client.invalidateQueries(balanceQuery)
  }, [settling, client])

  // Loaded with the first detail, then kept: it fades out by itself.
  const [detailed, setDetailed] = useState(false)
  if (transaction !== undefined && !detailed) setDetailed(true)

  return (
    <Stack component="section" gap="sm" aria-labelledby="logs-heading">
      <Title order={2} size="h4" id="logs-heading">
        Payment Logs
      </Title>
      <FilterBar
        search={search}
        setSearch={setSearch}
        filters={[
          {
            kind: 'select',
            key: 'kind',
            label: 'Type',
            options: selectOptions(kindChoices(query.data?.kinds)),
            defaultValue: ALL_KINDS,
          },
          { kind: 'dates', fromKey: 'from', toKey: 'to', label: 'Date' },
        ]}
      >
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconFileExport size={15} aria-hidden />}
          disabled={total === 0}
          onClick={exporting.open}
        >
          Export CSV
        </Button>
      </FilterBar>
      {table}
      <Suspense>
        {detailed && (
          <TransactionModal
            id={transaction ?? null}
            onClose={() => setSearch({ transaction: undefined }, { replace: true })}
            onDispute={dispute}
          />
        )}
        {exporting.state && (
          <ExportModal
            key={exporting.state.turn}
            opened={exporting.state.opened}
            onClose={exporting.close}
            filters={filters}
          />
        )}
      </Suspense>
      {dialog}
    </Stack>
  )
}
