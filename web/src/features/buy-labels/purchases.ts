// The purchases this page knows of, oldest first, and what they say of a row. Each keeps what it
// has told by itself: the end of one must never free the rows of another.
import type { BulkTarget } from '@/api/shipments/bulk'
import type { ShipmentFilters } from '@/api/shipments/wire'

import type { Outcomes, RowState } from './states'

export interface Purchase {
  key: string
  /** Null until the server has named one. */
  jobId: string | null
  /** Null when another page began it: which rows it has still to reach is not known here. */
  target: { ids: ReadonlySet<string> } | { query: ShipmentFilters } | null
  outcomes: Outcomes
  ended: boolean
}

export type Purchases = readonly Purchase[]

const LOADING: RowState = { kind: 'loading' }
const NOTHING: Outcomes = new Map()

export function begun(purchases: Purchases, key: string, chosen: BulkTarget): Purchases {
  const target =
    chosen.kind === 'ids' ? { ids: new Set(chosen.ids) } : { query: { ...chosen.query } }
  return [...purchases, { key, jobId: null, target, outcomes: NOTHING, ended: false }]
}

/** Jobs that run although nothing here tells of them. They may be older than what is here. */
export function found(purchases: Purchases, jobIds: readonly string[]): Purchases {
  const known = new Set(purchases.map(({ jobId }) => jobId))
  const others = jobIds.filter((id) => !known.has(id))
  if (others.length === 0) return purchases
  const of = (id: string): Purchase => ({
    key: id,
    jobId: id,
    target: null,
    outcomes: NOTHING,
    ended: false,
  })
  return [...others.map(of), ...purchases]
}

function changed(purchases: Purchases, key: string, change: Partial<Purchase>): Purchases {
  return purchases.map((one) => (one.key === key ? { ...one, ...change } : one))
}

/** The server has made it a job, which may have been found running already. */
export function named(purchases: Purchases, key: string, jobId: string): Purchases {
  const others = purchases.filter((one) => one.key === key || one.jobId !== jobId)
  return changed(others, key, { jobId })
}

export function told(purchases: Purchases, key: string, news: Outcomes): Purchases {
  const known = purchases.find((one) => one.key === key)?.outcomes ?? NOTHING
  return news.size === 0
    ? purchases
    : changed(purchases, key, { outcomes: new Map([...known, ...news]) })
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

function waits({ target }: Purchase, id: string, shown: ShipmentFilters): boolean {
  if (target === null) return false
  // A draft made since the purchase began is taken for one of its own until it has ended.
  return 'ids' in target ? target.ids.has(id) : includes(target.query, shown)
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

/** Those of the shown rows that the purchase may still tell something of. */
export function unknownIn({ target, outcomes }: Purchase, shown: readonly string[]): string[] {
  const ids = target && 'ids' in target ? target.ids : null
  return shown.filter((id) => !outcomes.has(id) && (ids === null || ids.has(id)))
}

/** The job to look at: one that runs before one that has ended, the latest first. */
export function latestJob(purchases: Purchases): string | null {
  const jobs = purchases.filter(({ jobId }) => jobId !== null)
  return (running(jobs).at(-1) ?? jobs.at(-1))?.jobId ?? null
}
