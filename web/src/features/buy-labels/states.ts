// What became of the rows that were bought on this page, by shipment.
import type { JobOutcome } from '@/api/jobs'
import type { LabelsReport } from '@/api/shipments/wire'

export type RowState =
  | { kind: 'loading' }
  | { kind: 'purchased'; trackingCode: string }
  | { kind: 'failed'; message: string }

export type RowStates = ReadonlyMap<string, RowState>

export const PURCHASED = 'Label purchased successfully!'
const FAILED = 'Something went wrong'

export function withLoading(states: RowStates, ids: readonly string[]): RowStates {
  return new Map([...states, ...ids.map((id) => [id, { kind: 'loading' }] as const)])
}

export function withReport(
  states: RowStates,
  { bought, failed }: Pick<LabelsReport, 'bought' | 'failed'>,
): RowStates {
  const next = new Map(states)
  for (const { id, tracking_code } of bought) {
    next.set(id, { kind: 'purchased', trackingCode: tracking_code })
  }
  for (const { id, message } of failed) next.set(id, { kind: 'failed', message: message || FAILED })
  return next
}

/** The rows of a job say of which shipment they are; a good one's message is its tracking code. */
export function withOutcomes(states: RowStates, outcomes: readonly JobOutcome[]): RowStates {
  const next = new Map(states)
  for (const { reference, state, message } of outcomes) {
    if (!reference) continue
    next.set(
      reference,
      state === 'ok'
        ? { kind: 'purchased', trackingCode: message ?? '' }
        : { kind: 'failed', message: message || FAILED },
    )
  }
  return next
}

/** It is over: what nobody has told of is as it was. */
export function withoutLoading(states: RowStates): RowStates {
  return new Map([...states].filter(([, state]) => state.kind !== 'loading'))
}
