// The address bar as state. Search params are plain text (`?q=123&page=2`, no JSON quoting), so
// that tokens, keys and numbers typed by hand arrive as written; schemas turn them into types.
// A route declares `validateSearch: listSearch({ ...its filters })`. A value that does not fit is
// dropped, never an error: an old bookmark must open.
import * as z from 'zod/mini'

import { type Day, isDay } from './day'

/** For the router: '?a=1&b=x' -> { a: '1', b: 'x' }. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** For the router: leaves out what is undefined, null or empty. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(key, value)
    else if (typeof value === 'number' || typeof value === 'boolean') params.set(key, String(value))
  }
  const text = params.toString()
  return text ? `?${text}` : ''
}

/** Optional text. */
export const textParam = z.catch(z.optional(z.string()), undefined)

/** Optional whole number from 1. */
const numberParam = z.catch(
  z.optional(
    z.pipe(
      z.pipe(
        z.union([z.number(), z.string()]),
        z.transform((value) => Number(value)),
      ),
      z.int().check(z.positive()),
    ),
  ),
  undefined,
)

/** Optional calendar day, 'yyyy-mm-dd'. */
export const dayParam = z.catch(
  z.optional(z.string().check(z.refine((text: Day) => isDay(text)))),
  undefined,
)

/** Optional choice out of a fixed list. */
export function choiceParam<const T extends readonly [string, ...string[]]>(choices: T) {
  return z.catch(z.optional(z.enum(choices)), undefined)
}

/** The search schema of a list page: page and sort, plus the page's own filters. */
export function listSearch<T extends z.core.$ZodLooseShape>(filters: T) {
  return z.object({ page: numberParam, sort: textParam, ...filters })
}

/** What every list's search has. Undefined stands for the default, to keep addresses short. */
export interface ListSearch {
  page?: number | undefined
  sort?: string | undefined
}
