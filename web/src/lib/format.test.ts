import { describe, expect, it } from 'vitest'

import {
  formatCents,
  formatDate,
  formatDateTimeUtc,
  formatMoney,
  parseCents,
  plural,
  stripCurrency,
} from './format'

describe('money', () => {
  it.each([
    ['12.5', 1250n],
    ['-0.05', -5n],
    ['1234', 123_400n],
    ['.5', 50n],
    ['90071992547409.93', 9_007_199_254_740_993n],
  ])('reads %s as cents', (text, cents) => {
    expect(parseCents(text)).toBe(cents)
  })

  it.each(['', '.', '-', '1.234', '1,000', 'abc', '1e3'])('refuses %j', (text) => {
    expect(parseCents(text)).toBeNull()
  })

  it('writes US dollars', () => {
    expect(formatCents(123_405)).toBe('$1,234.05')
    expect(formatCents(-5)).toBe('-$0.05')
    expect(formatMoney('7')).toBe('$7.00')
    expect(formatMoney('90071992547409.93')).toBe('$90,071,992,547,409.93')
    expect(formatMoney(0.1 + 0.2)).toBe('$0.30')
    expect(formatMoney(null)).toBe('–')
    expect(formatMoney('n/a')).toBe('–')
  })

  it('strips typed currency to digits, dot and minus', () => {
    expect(stripCurrency('$ -1,234.50 USD')).toBe('-1234.50')
  })
})

describe('dates and counts', () => {
  it('writes en-US dates', () => {
    expect(formatDate('2026-03-04')).toBe('Mar 4, 2026')
    expect(formatDateTimeUtc('2026-03-04T15:07:00Z')).toBe('Mar 4, 2026, 3:07 PM UTC')
    expect(formatDate('nonsense')).toBe('–')
    expect(formatDate(undefined)).toBe('–')
  })

  it('writes counts with their noun', () => {
    expect(plural(1, 'shipment')).toBe('1 shipment')
    expect(plural(1200, 'shipment')).toBe('1,200 shipments')
    expect(plural(2, 'person', 'people')).toBe('2 people')
  })
})
