// The prepaid balance: what it is, adding to it, and its automatic recharge. Paying an invoice is the
// same call. A charge is never sent twice by mistake: see createCharger.
import { queryOptions } from '@tanstack/react-query'

import { newKey } from '@/lib/ids'

import type { Choices } from './contract'
import { ApiError } from './errors'
import { ask } from './untyped'

const PATH = '/dashboard/balance'

/** Marks the balance, its transactions and its entries, for invalidation. */
export const balanceKey = ['balance'] as const

/** Decimal texts. */
export interface Balance {
  /** Everything: available, held and on its way. */
  value: string
  /** What can be spent now. */
  available_value: string
  /** The part of it that is still on its way. */
  available_pending_credit_value: string
  pending_credit: string
  credit_limit: string
  credit_used: string
}

export interface BalanceReply {
  balance: Balance
  topup: {
    payment_method: Choices
    amount: { value: string; options: readonly string[] }
  }
}

export const balanceQuery = queryOptions({
  queryKey: [...balanceKey, 'now'],
  queryFn: ({ signal }) => ask<BalanceReply>('GET', PATH, { signal }),
  // Whoever shows the balance tells its failure.
  meta: { quiet: true },
})

export type PaymentState =
  | 'pending'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'refunded'
  | 'disputed'

export interface Charge {
  amount: string
  topup_method: string
  /** Given, the charge pays this invoice. */
  invoice_id?: string
}

export interface ChargeReply {
  balance: Balance
  payment: { id: string; state: PaymentState }
  message?: string | null
}

/** Whether the server has said what became of it. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === null || error.status >= 500) return false
  return error.code !== 'idempotency_in_progress'
}

async function send(charge: Charge, key: string): Promise<ChargeReply> {
  const reply = await ask<ChargeReply>('PATCH', PATH, { body: charge, key })
  if (reply.payment.state !== 'failed') return reply
  throw new ApiError({ status: 422, serverMessage: reply.message ?? null })
}

/**
 * What sends charges, one per form. After no answer nobody knows whether the bank has charged: the
 * same charge sent again carries the same key, so that the server can tell it from a second one.
 */
export function createCharger(): (charge: Charge) => Promise<ChargeReply> {
  let open: { intent: string; key: string } | null = null
  return async (charge) => {
    const intent = JSON.stringify(charge)
    if (open?.intent !== intent) open = { intent, key: newKey() }
    try {
      const reply = await send(charge, open.key)
      open = null
      return reply
    } catch (error) {
      if (isAnswer(error)) open = null
      throw error
    }
  }
}

export interface Recharge {
  recharge_threshold: string | null
  replenishment_amount: string | null
  primary_topup_method_id: string | null
  secondary_topup_method_id: string | null
}

export async function saveRecharge(settings: Recharge): Promise<void> {
  await ask('PATCH', '/dashboard/user/settings', { body: { settings } })
}
