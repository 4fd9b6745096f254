import { describe, expect, it } from 'vitest'

import { rate, shippingOptions } from '@/testing/shipping'

import { needsCustoms } from './customsRule'
import { insuranceFee } from './insurance'
import { fixedSides, packageChoices, packageGuidance } from './packages'
import { badgesOf, byPrice, cheapest, estimatedExtras, fastest, priceOrigin } from './rates'
import { joinWeight, splitWeight } from './weight'
import { words } from './words'

describe('customs', () => {
  const us = { country: 'US' }
  const to = (city: string, state: string, country = 'US') => ({ city, state, country })

  it.each([
    ['a city at home', to('New York', 'NY'), false],
    ['another country', to('Lyon', '', 'FR'), true],
    ['APO', to('APO', 'AE'), true],
    ['fpo in small letters, without a state', to(' fpo ', ''), true],
    ['DPO', to('DPO', ''), true],
    ['a military state alone', to('Somewhere', 'AP'), true],
    ['no country yet', to('', '', ''), false],
  ])('are needed for %s: see the table', (_, address, needed) => {
    expect(needsCustoms(us, address)).toBe(needed)
  })
})

describe('the insurance fee', () => {
  it.each([
    ['', null],
    ['0.00', null],
    ['0.01', 50n],
    ['50.00', 50n],
    ['50.01', 51n],
    ['100.00', 100n],
    ['1234.56', 1235n],
  ])('of %s is %s cents', (amount, fee) => {
    expect(insuranceFee(amount)).toBe(fee)
  })

  it('follows the terms of the server', () => {
    expect(insuranceFee('200.00', { percent: '1.25', minimum: '2.00' })).toBe(250n)
    expect(insuranceFee('10.00', { percent: '1.25', minimum: '2.00' })).toBe(200n)
  })
})

describe('packages', () => {
  const { packages } = shippingOptions

  it('are grouped by carrier, the own box once and first', () => {
    const groups = packageChoices(packages)
    expect(groups.map(({ group }) => group)).toEqual(['Any carrier', 'USPS', 'FedEx'])
    const names = groups.flatMap(({ items }) => items.map(({ value }) => value))
    expect(names).toEqual(['Parcel', 'Letter', 'FlatRateEnvelope', 'FedExSmallBox'])
  })

  it.each([
    ['Parcel', 'Max 70 lbs (USPS), 150 lbs (FedEx)'],
    ['Letter', 'Max 3.5 oz. Up to 11.5 × 6.13 × 0.25 in'],
    ['FlatRateEnvelope', 'Max 70 lbs, 4 lbs international. 12.5 × 9.5 × 0.75 in'],
    [
      'FedExSmallBox',
      'Max 20 lbs. Billed as at least 2 lbs. 12.38 × 10.88 × 1.5 or 11.25 × 8.75 × 2.69 in',
    ],
    ['Barrel', ''],
  ])('say about %s: %s', (name, text) => {
    expect(packageGuidance(packages, name)).toBe(text)
  })

  it('of a fixed size know their sides', () => {
    expect(fixedSides(packages, 'FedExSmallBox')).toEqual([12.375, 10.875, 1.5])
    expect(fixedSides(packages, 'Letter')).toBeNull()
    expect(fixedSides(packages, 'Parcel')).toBeNull()
  })
})

describe('rates', () => {
  const rates = [
    rate({ id: 'a', rate: '9.00', delivery_date: '2026-11-20' }),
    rate({ id: 'b', rate: '7.00', delivery_date: '2026-11-21' }),
    rate({ id: 'c', rate: '7.00', delivery_date: '2026-11-19' }),
    rate({ id: 'd', rate: '25.00', delivery_date: '2026-11-19' }),
    rate({ id: 'e', rate: '10.00', delivery_date: null }),
  ]

  it('stand by price', () => {
    expect(byPrice(rates).map(({ id }) => id)).toEqual(['c', 'b', 'a', 'e', 'd'])
  })

  it('have one cheapest and one fastest', () => {
    expect([cheapest(rates)?.id, fastest(rates)?.id]).toEqual(['c', 'c'])
    expect(rates.map(badgesOf(rates))).toEqual([[], [], ['Cheapest', 'Fastest'], [], []])
    const [a, b, , d, e] = rates
    const fewer = [a, b, d, e].flatMap((one) => one ?? [])
    expect(fewer.map(badgesOf(fewer))).toEqual([[], ['Cheapest'], ['Fastest'], []])
  })

  it('without dates have no fastest', () => {
    expect(fastest([rate({ delivery_date: null })])).toBeNull()
    expect(cheapest([])).toBeNull()
  })

  it('say what is beyond the named services, and where the price comes from', () => {
    const services = [
      { name: 'Postage', price: '7.10' },
      { name: 'Signature', price: '1.00' },
    ]
    expect(estimatedExtras(rate({ rate: '8.41', rate_detail: { services } }))).toBe(31n)
    expect(priceOrigin(rate())).toBe('Sandbox prices: usps-2025-10-05, published')
    expect(priceOrigin(rate({ basis: 'quoted', card: '' }))).toBe('Prices of the carrier')
  })
})

describe('weights', () => {
  it('are split into pounds and ounces and joined again', () => {
    expect(splitWeight(20.5)).toEqual({ pounds: 1, ounces: 4.5 })
    expect(splitWeight(32)).toEqual({ pounds: 2, ounces: null })
    expect(splitWeight(null)).toEqual({ pounds: null, ounces: null })
    expect(joinWeight({ pounds: 1, ounces: 4.5 })).toBe(20.5)
    expect(joinWeight({ pounds: null, ounces: 0.1 + 0.2 })).toBe(0.3)
    expect(joinWeight({ pounds: null, ounces: null })).toBeNull()
  })
})

it('names of choices are written for people', () => {
  expect(words('ADULT_SIGNATURE_RESTRICTED')).toBe('Adult signature restricted')
})
