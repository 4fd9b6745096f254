// The payment logs: what happened to the balance, transaction by transaction, and the ledger entries
// behind it. Amounts are decimal texts.
import { queryOptions } from '@tanstack/react-query'

import { balanceKey } from './balance'
import { type Choice, choices } from './choices'
import { api, call } from './client'
import type { components } from './schema.gen'

type Schemas = components['schemas']

export type Transaction = Schemas['TransactionOut']
/** What was declared (claimed) or found (captured). */
export type Measured = Schemas['SeenOut']
/** One entry of the ledger. Its postings sum to zero. */
export type LedgerEntry = Schemas['EntryOut']
export type Posting = Schemas['PostingOut']

export interface TransactionFilters {
  kind: string
  from?: string | undefined
  to?: string | undefined
}

interface TransactionsPage {
  items: readonly Transaction[]
  total_count: number
  kinds: readonly Choice[]
}

interface Paging {
  page: number
  per: number
}

/** How often to look again while the bank has not answered. */
const SETTLING_MS = 5_000

/** Whether one of them waits for the bank's answer. */
export function isSettling(items: readonly Transaction[] | undefined): boolean {
  return items?.some(({ payment }) => payment?.state === 'pending') ?? false
}

export function transactionsQuery({ page, per }: Paging, filters: TransactionFilters) {
  const query = { page, per, ...filters }
  return queryOptions({
    queryKey: [...balanceKey, 'transactions', { page, per }, filters],
    queryFn: async ({ signal }): Promise<TransactionsPage> => {
      const path = '/dashboard/balance/transactions'
      const { items, total_count, kinds } = await call(
        api().GET(path, { params: { query }, signal }),
      )
      return { items, total_count, kinds: choices(kinds) }
    },
    refetchInterval: ({ state }) => (isSettling(state.data?.items) ? SETTLING_MS : false),
  })
}

export function transactionQuery(id: string) {
  const path = '/dashboard/balance/transactions/{id}'
  return queryOptions({
    queryKey: [...balanceKey, 'transaction', id],
    queryFn: ({ signal }) => call(api().GET(path, { params: { path: { id } }, signal })),
    // The dialog tells the failure.
    meta: { quiet: true },
  })
}

/** Every entry that moved the available balance, the latest first. */
export function entriesQuery({ page, per }: Paging) {
  const query = { page, per }
  return queryOptions({
    queryKey: [...balanceKey, 'entries', query],
    queryFn: ({ signal }) =>
      call(api().GET('/dashboard/balance/entries', { params: { query }, signal })),
  })
}

/** Mails the file, to the caller's own address unless another one is given. Returns the message. */
export async function exportTransactions(
  filters: TransactionFilters,
  email: string,
  signal: AbortSignal,
): Promise<string> {
  const body = { filters, ...(email ? { email } : {}) }
  const reply = await call(api().POST('/dashboard/balance/report', { body, signal }))
  return reply.message
}
