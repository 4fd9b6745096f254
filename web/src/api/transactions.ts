// The payment logs: what happened to the balance, transaction by transaction, and the ledger entries
// behind it. Amounts are decimal texts.
import { queryOptions } from '@tanstack/react-query'

import { balanceKey, type PaymentState } from './balance'
import type { Choice, ExportReply } from './contract'
import { ask } from './untyped'

const PATH = '/dashboard/balance'

/** What was declared (claimed) or found (captured). */
export interface Measured {
  service: string | null
  /** Weight and size in words: '2 lb 3 oz, 12 x 9 x 4 in' */
  parcel: string | null
}

interface TransactionPayment {
  id: string
  state: PaymentState
  /** 'Visa 4242' */
  method: string | null
  /** Why it failed, in words. */
  reason: string | null
}

export interface Transaction {
  id: string
  created_at: string
  kind: string
  description: string
  amount: string
  pending_amount: string | null
  refund_amount: string | null
  available_value_change: string
  balance_after: string | null
  tracking_code: string | null
  tracking_url: string | null
  shipment_id: string | null
  receipt_url: string | null
  incentive_report_url: string | null
  report_file_url: string | null
  adjustment_id: string | null
  adjustment_disputed: boolean
  adjustment_dispute_state: string | null
  adjustment_quoted: string | null
  adjustment_actual: string | null
  claimed: Measured | null
  captured: Measured | null
  payment: TransactionPayment | null
  invoice_id: string | null
}

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
  return queryOptions({
    queryKey: [...balanceKey, 'transactions', { page, per }, filters],
    queryFn: ({ signal }) =>
      ask<TransactionsPage>('GET', `${PATH}/transactions`, {
        query: { page, per, ...filters },
        signal,
      }),
    refetchInterval: ({ state }) => (isSettling(state.data?.items) ? SETTLING_MS : false),
  })
}

export interface Posting {
  book: string
  amount: string
}

/** One entry of the ledger. Its postings sum to zero. */
export interface LedgerEntry {
  id: string
  created_at: string
  description: string
  postings: readonly Posting[]
  available_after: string
  /** 1, 2, 3 and so on per account. */
  version: number
}

interface TransactionReply {
  transaction: Transaction
  entries: readonly LedgerEntry[]
}

export function transactionQuery(id: string) {
  return queryOptions({
    queryKey: [...balanceKey, 'transaction', id],
    queryFn: ({ signal }) =>
      ask<TransactionReply>('GET', `${PATH}/transactions/${encodeURIComponent(id)}`, { signal }),
    // The dialog tells the failure.
    meta: { quiet: true },
  })
}

interface EntriesPage {
  items: readonly LedgerEntry[]
  total_count: number
}

/** Every entry that moved the available balance, the latest first. */
export function entriesQuery({ page, per }: Paging) {
  return queryOptions({
    queryKey: [...balanceKey, 'entries', { page, per }],
    queryFn: ({ signal }) =>
      ask<EntriesPage>('GET', `${PATH}/entries`, { query: { page, per }, signal }),
  })
}

/** Without an address the file comes at once, or goes to the caller's own address. */
export function exportTransactions(
  filters: TransactionFilters,
  email: string,
  signal: AbortSignal,
): Promise<ExportReply> {
  const body = { filters, ...(email ? { email } : {}) }
  return ask<ExportReply>('POST', `${PATH}/report`, { body, signal })
}
