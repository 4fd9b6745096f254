// External billing and sales-channel billing: two programs with the same calls under two names. What
// each names after itself (external_value, channel_amount) is given one name here.
import { queryOptions } from '@tanstack/react-query'

import type { Bank } from './paymentMethods'
import { ask } from './untyped'

export type Program = 'external' | 'channel'

/** Value and label of a choice. */
type Choice = readonly [value: string, label: string]

interface IncentiveSettings {
  auto_approve_payouts: boolean
  auto_approve_pulls: boolean
  /** A value that starts with '/' is an address of the app. */
  external_pull_account_id: { value: string | null; options: Choice[] }
}

export interface IncentiveAccount {
  value: string
  available_value: string
  billing_enabled: boolean
  settings: IncentiveSettings
  payout_accounts: Bank[]
}

interface AccountReply {
  balance: {
    external_value?: string
    channel_value?: string
    available_value: string
    billing_enabled: boolean
  }
  settings: IncentiveSettings
  payout_accounts: Bank[]
}

interface PaymentOut {
  id: string
  number: string | number
  created_at: string
  external_amount?: string
  channel_amount?: string
  amount: string | null
  pending_amount: string | null
  description: string
  status: string
  kind: string
  approved: boolean
  incentive_report_id: string | null
  incentive_report_url: string | null
  payout_receipt_url: string | null
}

export interface IncentivePayment extends Omit<PaymentOut, 'external_amount' | 'channel_amount'> {
  /** What the program brought. */
  incentive_amount: string | null
}

interface PaymentsReply {
  items: PaymentOut[]
  total_count: number
}

interface PaymentsPage {
  items: IncentivePayment[]
  total_count: number
}

const INCENTIVES = 'incentives'

/** Marks both programs, for invalidation. */
export const incentivesKey = [INCENTIVES] as const

function pathOf(program: Program, rest = ''): string {
  return `/dashboard/${program}_balance${rest}`
}

export function incentiveAccountQuery(program: Program) {
  return queryOptions({
    queryKey: [INCENTIVES, program, 'account'],
    queryFn: async ({ signal }): Promise<IncentiveAccount> => {
      const reply = await ask<AccountReply>('GET', pathOf(program), { signal })
      const { external_value, channel_value, ...balance } = reply.balance
      const value = (program === 'external' ? external_value : channel_value) ?? ''
      return { ...balance, value, settings: reply.settings, payout_accounts: reply.payout_accounts }
    },
    // The page tells the failure.
    meta: { quiet: true },
  })
}

export function incentivePaymentsQuery(program: Program, query: { page: number; per: number }) {
  return queryOptions({
    queryKey: [INCENTIVES, program, 'payments', query],
    queryFn: async ({ signal }): Promise<PaymentsPage> => {
      const path = pathOf(program, '/transactions')
      const { items, total_count } = await ask<PaymentsReply>('GET', path, { query, signal })
      return { items: items.map((item) => named(program, item)), total_count }
    },
  })
}

function named(program: Program, item: PaymentOut): IncentivePayment {
  const { external_amount, channel_amount, ...payment } = item
  const amount = program === 'external' ? external_amount : channel_amount
  return { ...payment, incentive_amount: amount ?? null }
}

export interface IncentiveChange {
  auto_approve_payouts?: boolean
  auto_approve_pulls?: boolean
  external_pull_account_id?: string | null
}

/** What is not named stays. */
export async function saveIncentiveSettings(settings: IncentiveChange): Promise<void> {
  await ask('PATCH', '/dashboard/user/settings', { body: { settings } })
}

interface Export {
  message: string
  /** The file, when it was small enough to be made at once. */
  url?: string | null
}

/** The payment log as CSV, to the account's own address unless another one is given. */
export function exportIncentivePayments(
  program: Program,
  email: string,
  signal: AbortSignal,
): Promise<Export> {
  const body = { filters: {}, ...(email ? { email } : {}) }
  return ask<Export>('POST', pathOf(program, '/report'), { body, signal })
}

/** Returns the server's message. */
export async function approveIncentiveReport(id: string): Promise<string> {
  const path = `/dashboard/incentive_reports/${encodeURIComponent(id)}/approve`
  const reply = await ask<{ message?: string }>('PATCH', path, { body: {} })
  return reply.message || 'Operation was successful!'
}
