// External billing and sales-channel billing: two programs with the same calls under two names. What
// each names after itself (external_value, channel_amount) is given one name here.
import { queryOptions } from '@tanstack/react-query'

import { type Choices, choicesOf } from './choices'
import { api, call } from './client'
import type { components } from './schema.gen'
import { saveSettings } from './settings'

type Schemas = components['schemas']
type IncentiveOut = Schemas['IncentiveOut']

export type Program = 'external' | 'channel'

type PayoutAccount = Schemas['PayoutAccountOut']

export interface IncentiveAccount {
  value: string
  available_value: string
  billing_enabled: boolean
  settings: {
    auto_approve_payouts: boolean
    auto_approve_pulls: boolean
    /** A value that starts with '/' is an address of the app. */
    external_pull_account_id: Choices
  }
  payout_accounts: PayoutAccount[]
}

export interface IncentivePayment extends Omit<IncentiveOut, 'external_amount' | 'channel_amount'> {
  /** What the program brought. */
  incentive_amount: string | null
}

interface PaymentsPage {
  items: IncentivePayment[]
  total_count: number
}

const INCENTIVES = 'incentives'

/** Marks both programs, for invalidation. */
export const incentivesKey = [INCENTIVES] as const

const PATHS = {
  external: '/dashboard/external_balance',
  channel: '/dashboard/channel_balance',
} as const
const PAYMENTS = {
  external: '/dashboard/external_balance/transactions',
  channel: '/dashboard/channel_balance/transactions',
} as const
const REPORTS = {
  external: '/dashboard/external_balance/report',
  channel: '/dashboard/channel_balance/report',
} as const

export function incentiveAccountQuery(program: Program) {
  return queryOptions({
    queryKey: [INCENTIVES, program, 'account'],
    queryFn: async ({ signal }): Promise<IncentiveAccount> => {
      const reply = await call(api().GET(PATHS[program], { signal }))
      const { external_value, channel_value, ...balance } = reply.balance
      const value = (program === 'external' ? external_value : channel_value) ?? ''
      const pull = choicesOf(reply.settings.external_pull_account_id)
      const settings = { ...reply.settings, external_pull_account_id: pull }
      return { ...balance, value, settings, payout_accounts: reply.payout_accounts }
    },
    // The page tells the failure.
    meta: { quiet: true },
  })
}

export function incentivePaymentsQuery(program: Program, query: { page: number; per: number }) {
  return queryOptions({
    queryKey: [INCENTIVES, program, 'payments', query],
    queryFn: async ({ signal }): Promise<PaymentsPage> => {
      const reply = await call(api().GET(PAYMENTS[program], { params: { query }, signal }))
      const { items, total_count } = reply
      return { items: items.map((item) => named(program, item)), total_count }
    },
  })
}

function named(program: Program, item: IncentiveOut): IncentivePayment {
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
  await saveSettings(settings)
}

/** Mails the payment log as CSV, to the account's own address unless another one is given. */
export async function exportIncentivePayments(
  program: Program,
  email: string,
  signal: AbortSignal,
): Promise<string> {
  const body = email ? { email } : {}
  const reply = await call(api().POST(REPORTS[program], { body, signal }))
  return reply.message
}

/** Returns the server's message. */
export async function approveIncentiveReport(id: string): Promise<string> {
  const path = '/dashboard/incentive_reports/{id}/approve'
  const reply = await call(api().PATCH(path, { params: { path: { id } } }))
  return reply.message || 'Operation was successful!'
}
