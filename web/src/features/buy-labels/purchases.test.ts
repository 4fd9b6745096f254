import { describe, expect, it } from 'vitest'

import type { BulkTarget } from '@/api/shipments/bulk'
import type { ShipmentFilters } from '@/api/shipments/wire'
import { shipmentRow } from '@/testing/shipments'

import { mayBuy } from './columns'
import { begun, ended, found, latestJob, named, stateIn, told, unknownIn } from './purchases'
import { outcomesOf, outcomesOfRows, ownAmong } from './states'

const ALL: ShipmentFilters = { draft: true, downloaded: 'all', source: 'all' }
const of = (...ids: string[]): BulkTarget => ({ kind: 'ids', ids, count: ids.length })
const LOADING = { kind: 'loading' }
const waiting = (id: string) => ({ row: 1, state: 'waiting', message: null, reference: id })
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

  it('of all that match have what their job says they have, whatever is shown', () => {
    const query = { ...ALL, upload_id: 'upl_1' }
    let all = begun([], 'a', { kind: 'query', query, count: 2 })
    const own = ownAmong(['shp_1', 'shp_2'], [waiting('shp_1')])
    all = told(all, 'a', outcomesOfRows([waiting('shp_1')]), own)
    expect(stateIn(all, 'shp_1', ALL)).toEqual(LOADING)
    // Made since, or not one of them.
    expect(stateIn(all, 'shp_2', query)).toBeNull()
  })

  it('that were found running have what their job says they have, and are known once', () => {
    let all = begun([], 'a', of('shp_1'))
    all = found(all, ['job_1'])
    const rows = [{ row: 1, state: 'ok', message: '9400', reference: 'shp_2' }, waiting('shp_3')]
    all = told(all, 'job_1', outcomesOfRows(rows), ownAmong(['shp_2', 'shp_3', 'shp_4'], rows))
    expect(stateIn(all, 'shp_2', ALL)).toHaveProperty('trackingCode')
    expect(stateIn(all, 'shp_3', ALL)).toEqual(LOADING)
    expect(stateIn(all, 'shp_4', ALL)).toBeNull()
    expect(stateIn(ended(all, 'job_1'), 'shp_3', ALL)).toBeNull()
    all = named(all, 'a', 'job_1')
    expect(found(all, ['job_1'])).toHaveLength(1)
    expect(stateIn(all, 'shp_1', ALL)).toEqual(LOADING)
  })

  it('are asked for shown rows of their own alone, and for none twice', () => {
    const [mine] = told(begun([], 'a', of('shp_1', 'shp_2')), 'a', ok('shp_1'))
    const shown = ['shp_1', 'shp_2', 'shp_3']
    expect(mine && unknownIn(mine, shown)).toEqual({ ids: ['shp_2'], unsure: false })
    const started = found([], ['job_1'])
    expect(started[0] && unknownIn(started[0], shown)).toEqual({ ids: shown, unsure: true })
    const [other] = told(started, 'job_1', ok('shp_1'), ownAmong(shown, [waiting('shp_3')]))
    expect(other && unknownIn(other, shown)).toEqual({ ids: ['shp_3'], unsure: false })
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
