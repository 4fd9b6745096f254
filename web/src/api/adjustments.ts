// What carriers charged differently from the quote, and disputes about it.
import { queryOptions } from '@tanstack/react-query'

import { api, call } from './client'
import type { components } from './schema.gen'

export type Adjustment = components['schemas']['AdjustmentOut']

export type AdjustmentFilter = 'all' | 'disputing'

/** Marks every page of the list, for invalidation. */
export const adjustmentsKey = ['adjustments'] as const

export function adjustmentsQuery(
  { page, per }: { page: number; per: number },
  filter: AdjustmentFilter,
) {
  const query = { page, per, filter }
  return queryOptions({
    queryKey: [...adjustmentsKey, query],
    queryFn: ({ signal }) =>
      call(api().GET('/dashboard/adjustments', { params: { query }, signal })),
  })
}

export interface DisputeInput {
  detail: string
  /** What should have been charged. */
  expectation: string
}

/** Possible once. */
export async function submitDispute(id: string, body: DisputeInput): Promise<void> {
  await call(api().PATCH('/dashboard/adjustments/{id}', { params: { path: { id } }, body }))
}
