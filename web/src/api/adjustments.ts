// What carriers charged differently from the quote, and disputes about it.
import { queryOptions } from '@tanstack/react-query'

import type { Measured } from './transactions'
import { ask } from './untyped'

const PATH = '/dashboard/adjustments'

/** Marks every page of the list, for invalidation. */
export const adjustmentsKey = ['adjustments'] as const

interface Dispute {
  /** 'open', 'won' or 'lost', and what else the server says. */
  state: string
  detail: string
  expectation: string
  /** What came of it, in words. */
  outcome: string | null
}

export interface Adjustment {
  id: string
  created_at: string
  kind: string
  amount: string
  description: string
  quoted: string | null
  charged: string | null
  claimed: Measured | null
  captured: Measured | null
  shipment_id: string | null
  tracking_code: string | null
  service: string | null
  disputed: boolean
  dispute: Dispute | null
}

export type AdjustmentFilter = 'all' | 'disputing'

interface AdjustmentsPage {
  items: readonly Adjustment[]
  total_count: number
}

export function adjustmentsQuery(
  { page, per }: { page: number; per: number },
  filter: AdjustmentFilter,
) {
  return queryOptions({
    queryKey: [...adjustmentsKey, { page, per, filter }],
    queryFn: ({ signal }) =>
      ask<AdjustmentsPage>('GET', PATH, { query: { page, per, filter }, signal }),
  })
}

export interface DisputeInput {
  detail: string
  /** What should have been charged. */
  expectation: string
}

/** Possible once. */
export async function submitDispute(id: string, dispute: DisputeInput): Promise<void> {
  await ask('PATCH', `${PATH}/${encodeURIComponent(id)}`, { body: dispute })
}
