import { describe, expect, it } from 'vitest'

import type { BulkTarget } from '@/api/shipments/bulk'
import type { ShipmentFilters } from '@/api/shipments/wire'
import { shipmentRow } from '@/testing/shipments'

import { mayBuy } from './columns'
import { begun, ended, found, latestJob, named, stateIn, told, unknownIn } from './purchases'
import { outcomesOf, outcomesOfRows } from './states'

const ALL: ShipmentFilters = { draft: true, downloaded: 'all', source: 'all' }
const of = (...ids: string[]): BulkTarget => ({ kind: 'ids', ids, count: ids.length })
const LOADING = { kind: 'loading' }
const ok = (id: string) => outcomesOfRows([{ row: 1, state: 'ok', message: '9400', reference: id }])

describe('purchases', () => {
  it('end with what is known, never with a spinner', () => {
    let all = begun([], 'a', of('shp_1', 'shp_2', 'shp_3'))
    const rows = [
      { row: 1, state: 'ok', message: '9400', reference: 'shp_1' },
      { row: 2, state: 'failed', message: null, reference: 'shp_2' },
    ]
    all = ended(told(all, 'a', outcomesOfRows(rows)), 'a')
    expect(stateIn(all, 'shp_1', ALL)).toEqual({ kind: 'purchased', trackingCode: '9400' })
    expect(stateIn(all, 'shp_2', ALL)).toEqual({ kind: 'failed', message: 'Something went wrong' })
    expect(stateIn(all, 'shp_3', ALL)).toBeNull()
  })

  it('do not disturb each other', () => {
    let all = named(begun([], 'a', of('shp_1', 'shp_2')), 'a', 'job_1')
    all = named(begun(all, 'b', of('shp_3')), 'b', 'job_2')
    expect(latestJob(all)).toBe('job_2')
    all = ended(all, 'b')
    expect(stateIn(all, 'shp_1', ALL)).toEqual(LOADING)
    expect(stateIn(all, 'shp_3', ALL)).toBeNull()
    // The one that still runs is the one to look at.
    expect(latestJob(all)).toBe('job_1')
    expect(latestJob(ended(all, 'a'))).toBe('job_2')
  })

  it('give the latest the last word on a row that is tried again', () => {
    const failed = outcomesOf({ bought: [], failed: [{ id: 'shp_1', message: 'No' }] })
    let all = told(begun([], 'a', of('shp_1', 'shp_2')), 'a', failed)
    all = begun(all, 'b', of('shp_1'))
    expect(stateIn(told(all, 'a', failed), 'shp_1', ALL)).toEqual(LOADING)
  })

  it('of all that match wait on every page of them, and in what is narrowed further', () => {
    const query = { ...ALL, upload_id: 'upl_1' }
    const all = begun([], 'a', { kind: 'query', query, count: 100_000 })
    expect(stateIn(all, 'shp_9', query)).toEqual(LOADING)
    expect(stateIn(all, 'shp_9', { ...query, q: 'jane' })).toEqual(LOADING)
    expect(stateIn(all, 'shp_9', ALL)).toBeNull()
  })

  it('that were found running claim no row, and are known once', () => {
    let all = begun([], 'a', of('shp_1'))
    all = found(all, ['job_1'])
    expect(stateIn(told(all, 'job_1', ok('shp_2')), 'shp_2', ALL)).toHaveProperty('trackingCode')
    expect(stateIn(all, 'shp_3', ALL)).toBeNull()
    all = named(all, 'a', 'job_1')
    expect(found(all, ['job_1'])).toHaveLength(1)
    expect(stateIn(all, 'shp_1', ALL)).toEqual(LOADING)
  })

  it('are asked for shown rows of their own alone, and for none twice', () => {
    const [mine] = told(begun([], 'a', of('shp_1', 'shp_2')), 'a', ok('shp_1'))
    expect(mine && unknownIn(mine, ['shp_1', 'shp_2', 'shp_3'])).toEqual(['shp_2'])
    const [other] = found([], ['job_1'])
    expect(other && unknownIn(other, ['shp_1', 'shp_3'])).toEqual(['shp_1', 'shp_3'])
  })

  it('decide what can be chosen', () => {
    const row = shipmentRow({ state: 'draft', rates_count: 3 })
    expect(mayBuy(row, null)).toBe(true)
    expect(mayBuy(row, { kind: 'loading' })).toBe(false)
    expect(mayBuy(row, { kind: 'purchased', trackingCode: '9400' })).toBe(false)
    // What failed may be tried again.
    expect(mayBuy(row, { kind: 'failed', message: 'No' })).toBe(true)
    expect(mayBuy({ ...row, rates_count: 0 }, null)).toBe(false)
  })
})
