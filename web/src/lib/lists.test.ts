import { describe, expect, it } from 'vitest'

import { formatSort, listParams, pageCount, parseSort, rememberSort } from './lists'
import {
  choiceParam,
  dayParam,
  listSearch,
  parseSearch,
  stringifySearch,
  textParam,
} from './search'
import { updateStorage } from './storage'

describe('the address bar', () => {
  it('keeps values as written and leaves empty ones out', () => {
    expect(parseSearch('?q=00123&token=1e5')).toEqual({ q: '00123', token: '1e5' })
    expect(stringifySearch({ q: '00123', page: 2, from: undefined, to: '' })).toBe(
      '?q=00123&page=2',
    )
    expect(stringifySearch({})).toBe('')
  })

  it('drops what does not fit instead of failing', () => {
    const schema = listSearch({ q: textParam, from: dayParam, kind: choiceParam(['all', 'open']) })
    expect(schema.parse({ page: '3', q: '7', from: '2026-02-30', kind: 'odd' })).toEqual({
      page: 3,
      q: '7',
    })
    for (const page of ['0', '-1', '1.5', 'x', '']) {
      expect(schema.parse({ page }).page).toBeUndefined()
    }
  })
})

describe('list parameters', () => {
  const settings = { name: 'shipments', sortKeys: ['date', 'price'], defaultSort: '-date' }

  it('takes page and sort from the address, the rest from storage', () => {
    updateStorage({ per: 25 })
    expect(listParams(settings, { page: 4, sort: 'price' })).toEqual({
      page: 4,
      per: 25,
      sort: 'price',
    })
  })

  it('falls back to the remembered sort, then to the default, and skips unknown columns', () => {
    expect(listParams(settings, {}).sort).toBe('-date')
    rememberSort('shipments', '-price')
    expect(listParams(settings, {}).sort).toBe('-price')
    expect(listParams(settings, { sort: 'password' }).sort).toBe('-price')
    rememberSort('shipments', 'gone')
    expect(listParams(settings, {}).sort).toBe('-date')
  })

  it('reads and writes sorts and counts pages', () => {
    expect(parseSort('-date')).toEqual({ key: 'date', descending: true })
    expect(parseSort('-')).toBeNull()
    expect(formatSort({ key: 'date', descending: false })).toBe('date')
    expect([pageCount(0, 50), pageCount(50, 50), pageCount(51, 50)]).toEqual([1, 1, 2])
  })
})
