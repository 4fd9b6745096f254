// The prepaid balance: what it is, adding to it, and its automatic recharge. Paying an invoice is the
// same call. A charge is never sent twice by mistake: see createCharger.
import { queryOptions } from '@tanstack/react-query'

import { newKey } from '@/lib/ids'

import { type Choices, choicesOf } from './choices'
import { api, call } from './client'
import { ApiError } from './errors'
import type { components } from './schema.gen'
import { saveSettings } from './settings'

type Schemas = components['schemas']

/** Marks the balance, its transactions and its entries, for invalidation. */
export const balanceKey = ['balance'] as const

/** Decimal texts: everything, what can be spent now, and the part of it that is still on its way. */
export type Balance = Schemas['BalanceOut']

export interface BalanceReply {
  balance: Balance
  topup: {
    payment_method: Choices
    amount: { value: string; options: readonly string[] }
  }
}

export const balanceQuery = queryOptions({
  queryKey: [...balanceKey, 'now'],
  queryFn: async ({ signal }): Promise<BalanceReply> => {
    const { balance, topup } = await call(api().GET('/dashboard/balance', { signal }))
    const { amount, payment_method } = topup
    return { balance, topup: { amount, payment_method: choicesOf(payment_method) } }
  },
  // Whoever shows the balance tells its failure.
  meta: { quiet: true },
})

export interface Charge {
  amount: string
  topup_method: string
  /** Given, the charge pays this invoice. */
  invoice_id?: string
}

export type ChargeReply = Schemas['TopUpReply']

/** Whether the server has said what became of it. */
function isAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === null || error.status >= 500) return false
  return error.code !== 'idempotency_in_progress'
}

async function send(charge: Charge, key: string): Promise<ChargeReply> {
  const headers = { 'Idempotency-Key': key }
  const reply = await call(api().PATCH('/dashboard/balance', { body: charge, headers }))
  if (reply.payment.state !== 'failed') return reply
  throw new ApiError({ status: 422, serverMessage: reply.message })
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
  await saveSettings(settings)
}
