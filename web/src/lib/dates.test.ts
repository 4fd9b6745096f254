import { describe, expect, it } from 'vitest'

import {
  calendarLimits,
  defaultRange,
  parseTyped,
  QUICK_RANGES,
  quickRangeName,
  rangeText,
  toTyped,
} from './dates'

const now = '2026-03-04'

describe('ranges', () => {
  it('defaults to 7 days ago until tomorrow', () => {
    expect(defaultRange(now)).toEqual({ from: '2026-02-25', to: '2026-03-05' })
  })

  it('offers the quick ranges in the specified order', () => {
    expect(QUICK_RANGES.map((quick) => [quick.label, quick.range(now)])).toEqual([
      ['Today', { from: '2026-03-04', to: '2026-03-04' }],
      ['Yesterday', { from: '2026-03-03', to: '2026-03-03' }],
      ['Last 7 days', { from: '2026-02-26', to: '2026-03-04' }],
      ['Last 30 days', { from: '2026-02-03', to: '2026-03-04' }],
      ['Previous Month', { from: '2026-02-01', to: '2026-02-28' }],
    ])
  })

  it('finds the previous month across a year and in a leap year', () => {
    const previous = QUICK_RANGES.find((quick) => quick.label === 'Previous Month')
    expect(previous?.range('2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
    expect(previous?.range('2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  })

  it('names a range that equals a quick one', () => {
    expect(quickRangeName({ from: '2026-03-03', to: '2026-03-03' }, now)).toBe('Yesterday')
    expect(quickRangeName({ from: '2026-03-01', to: '2026-03-03' }, now)).toBeNull()
  })

  it('limits the calendar to 120 months back, up to yesterday', () => {
    expect(calendarLimits(now)).toEqual({ from: '2016-03-04', to: '2026-03-03' })
  })

  it('writes a range shortly', () => {
    expect(rangeText({ from: '2026-03-04', to: '2026-03-11' })).toBe('Mar 4 – Mar 11, 2026')
    expect(rangeText({ from: '2025-12-30', to: '2026-01-02' })).toBe('Dec 30, 2025 – Jan 2, 2026')
    expect(rangeText({ from: now, to: now })).toBe('Mar 4, 2026')
  })
})

describe('typed dates', () => {
  it('reads MM/DD/YYYY and writes it back', () => {
    expect(parseTyped('03/04/2026')).toBe('2026-03-04')
    expect(toTyped('2026-03-04')).toBe('03/04/2026')
    expect(toTyped(null)).toBe('')
  })

  it.each(['', '02/30/2026', '13/01/2026', '03/04/1999', '03/04/20__', '3/4/2026'])(
    'refuses %j',
    (text) => {
      expect(parseTyped(text)).toBeNull()
    },
  )
})
