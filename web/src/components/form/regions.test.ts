import { expect, it } from 'vitest'

import { COUNTRIES, US_STATES } from './regions'

const values = (list: readonly { value: string }[]) => list.map(({ value }) => value)

it('offers every state, district, territory and military region once', () => {
  expect(new Set(values(US_STATES)).size).toBe(62)
  expect(values(US_STATES)).toEqual(expect.arrayContaining(['CA', 'DC', 'PR', 'AA', 'AE', 'AP']))
  expect(US_STATES[4]).toEqual({ value: 'CA', label: 'CA – California' })
})

it('offers every country once, the United States first and the others by name', () => {
  expect(new Set(values(COUNTRIES)).size).toBe(COUNTRIES.length)
  expect(COUNTRIES.length).toBe(250)
  expect(COUNTRIES[0]).toEqual({ value: 'US', label: 'United States' })
  const rest = COUNTRIES.slice(1).map(({ label }) => label)
  expect(rest).toEqual(rest.toSorted((a, b) => a.localeCompare(b, 'en-US')))
})
