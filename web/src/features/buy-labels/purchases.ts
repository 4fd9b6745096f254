// The purchases this page knows of, oldest first, and what they say of a row. Each keeps what it
// has told by itself: the end of one must never free the rows of another.
import type { BulkTarget } from '@/api/shipments/bulk'
import type { ShipmentFilters } from '@/api/shipments/wire'

import type { Outcomes, RowState } from './states'

/** Row -> whether a purchase has it; those it was not asked about are missing. */
export type Own = ReadonlyMap<string, boolean>

/** What was chosen: rows, or all that match. Null when another page began it, or a reload came. */
type Target = { ids: ReadonlySet<string> } | { query: ShipmentFilters } | null

export interface Purchase {
  key: string
  /** Null until the server has named one. */
  jobId: string | null
  target: Target
  /** What its job has said of rows; it knows better than what was chosen. */
  own: Own
  outcomes: Outcomes
  ended: boolean
}

export type Purchases = readonly Purchase[]

const LOADING: RowState = { kind: 'loading' }
const NOTHING: Outcomes = new Map()
const NOBODY: Own = new Map()

function purchaseOf(key: string, jobId: string | null, target: Target): Purchase {
  return { key, jobId, target, own: NOBODY, outcomes: NOTHING, ended: false }
}

export function begun(purchases: Purchases, key: string, chosen: BulkTarget): Purchases {
  const target =
    chosen.kind === 'ids' ? { ids: new Set(chosen.ids) } : { query: { ...chosen.query } }
  return [...purchases, purchaseOf(key, null, target)]
}

/** Jobs that run although nothing here tells of them. They may be older than what is here. */
export function found(purchases: Purchases, jobIds: readonly string[]): Purchases {
  const known = new Set(purchases.map(({ jobId }) => jobId))
  const others = jobIds.filter((id) => !known.has(id))
  if (others.length === 0) return purchases
  return [...others.map((id) => purchaseOf(id, id, null)), ...purchases]
}

function changed(purchases: Purchases, key: string, change: Partial<Purchase>): Purchases {
  return purchases.map((one) => (one.key === key ? { ...one, ...change } : one))
}

/** The server has made it a job, which may have been found running already. */
export function named(purchases: Purchases, key: string, jobId: string): Purchases {
  const others = purchases.filter((one) => one.key === key || one.jobId !== jobId)
  return changed(others, key, { jobId })
}

export function told(
  purchases: Purchases,
  key: string,
  news: Outcomes,
  own: Own = NOBODY,
): Purchases {
  const known = purchases.find((one) => one.key === key)
  if (!known || news.size + own.size === 0) return purchases
  return changed(purchases, key, {
    outcomes: new Map([...known.outcomes, ...news]),
    own: new Map([...known.own, ...own]),
  })
}

/** What it has not told of is as it was. */
export function ended(purchases: Purchases, key: string): Purchases {
  return changed(purchases, key, { ended: true })
}

export function running(purchases: Purchases): Purchases {
  return purchases.filter((one) => !one.ended)
}

/** What the filters of `wide` find holds all that those of `narrow` find. */
function includes(wide: ShipmentFilters, narrow: ShipmentFilters): boolean {
  const set = new Map<string, unknown>(Object.entries(narrow))
  return Object.entries(wide).every(([key, value]) => value === undefined || set.get(key) === value)
}

/** Whether the purchase has the row; undefined when only its job can say. */
function has({ target, own }: Purchase, id: string): boolean | undefined {
  return target && 'ids' in target ? target.ids.has(id) : own.get(id)
}

function waits(purchase: Purchase, id: string, shown: ShipmentFilters): boolean {
  const known = has(purchase, id)
  if (known !== undefined) return known
  // Until the job has said so, all that match are taken for its own.
  const { target } = purchase
  return target !== null && 'query' in target && includes(target.query, shown)
}

/** How the row stands in a list that shows these filters: the latest purchase has the last word. */
export function stateIn(purchases: Purchases, id: string, shown: ShipmentFilters): RowState | null {
  for (const purchase of purchases.toReversed()) {
    const outcome = purchase.outcomes.get(id)
    if (outcome) return outcome
    if (!purchase.ended && waits(purchase, id, shown)) return LOADING
  }
  return null
}

/**
 * Those of the shown rows that the purchase may still tell something of, and whether some of them
 * may be none of its own: a job is asked for that once, as it has to look through all it has.
 */
export function unknownIn(purchase: Purchase, shown: readonly string[]) {
  const ids = shown.filter((id) => !purchase.outcomes.has(id) && has(purchase, id) !== false)
  return { ids, unsure: ids.some((id) => has(purchase, id) === undefined) }
}

/** The job to look at: one that runs before one that has ended, the latest first. */
export function latestJob(purchases: Purchases): string | null {
  const jobs = purchases.filter(({ jobId }) => jobId !== null)
  return (running(jobs).at(-1) ?? jobs.at(-1))?.jobId ?? null
}
