// What became of rows that were bought, by shipment.
import type { ApiError } from '@/api/errors'
import { type JobOutcome, WAITING } from '@/api/jobs'
import type { LabelsReport } from '@/api/shipments/wire'

type Outcome = { kind: 'purchased'; trackingCode: string } | { kind: 'failed'; message: string }

export type RowState = { kind: 'loading' } | Outcome

export type Outcomes = ReadonlyMap<string, Outcome>

export const PURCHASED = 'Label purchased successfully!'
const FAILED = 'Something went wrong'

const purchased = (trackingCode: string): Outcome => ({ kind: 'purchased', trackingCode })
const failure = (message: string): Outcome => ({ kind: 'failed', message: message || FAILED })

export function outcomesOf({ bought, failed }: Pick<LabelsReport, 'bought' | 'failed'>): Outcomes {
  return new Map([
    ...bought.map(({ id, tracking_code }) => [id, purchased(tracking_code)] as const),
    ...failed.map(({ id, message }) => [id, failure(message)] as const),
  ])
}

/** When nothing was bought the answer is a failure, with its reasons but not with whose they are. */
export function allFailed(ids: readonly string[], error: ApiError): Outcomes {
  const [reason, ...others] = Object.values(error.errors).flat()
  const message = reason && others.length === 0 ? reason : error.message
  return new Map(ids.map((id) => [id, failure(message)] as const))
}

/** The rows of a job say of which shipment they are; a good one's message is its tracking code. */
export function outcomesOfRows(rows: readonly JobOutcome[]): Outcomes {
  const found = new Map<string, Outcome>()
  for (const { reference, state, message } of rows) {
    const text = message ?? ''
    if (!reference || state === WAITING) continue
    found.set(reference, state === 'ok' ? purchased(text) : failure(text))
  }
  return found
}

/** Which of those that a job was asked about, with what waits, are its own: no others are told. */
export function ownAmong(
  asked: readonly string[],
  rows: readonly JobOutcome[],
): ReadonlyMap<string, boolean> {
  const told = new Set(rows.map(({ reference }) => reference))
  return new Map(asked.map((id) => [id, told.has(id)] as const))
}
