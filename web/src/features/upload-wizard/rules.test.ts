import { describe, expect, it } from 'vitest'

import { isMoving, mappingName, OMIT, UPLOAD_TARGETS } from '@/lib/uploads'
import { uploadMaps } from '@/testing/uploads'

import { applied, columnOf, doubled, missing, startChoices } from './mapping'
import {
  DUMMY_DESTINATION,
  dryRun,
  fromOverrides,
  measuresOf,
  newOverrides,
  toOverrides,
} from './overrides'
import { rowErrors } from './rowErrors'
import { earlierSteps, shownStep, stepOf } from './steps'
import { sentOverrides } from './testing'

describe('the step of a status', () => {
  it.each([
    ['initialized', 'Assign Mapping'],
    ['mapped', 'Import Upload'],
    ['rating', 'Purchase Labels'],
    ['rated', 'Purchase Labels'],
    ['purchasing', 'Labels'],
    ['purchased', 'Labels'],
    ['importing', null],
  ])('%s shows %s', (status, step) => expect(stepOf(status)).toBe(step))

  it('moves by itself unless somebody has to act', () => {
    const all = ['initialized', 'mapped', 'rating', 'rated', 'purchasing', 'purchased', 'importing']
    const moving = all.filter((status) => isMoving({ status }))
    expect(moving).toEqual(['rating', 'purchasing', 'importing'])
    // A carrier that has not answered yet is waited for.
    expect(isMoving({ status: 'purchased', buying_count: 1 })).toBe(true)
  })

  it('may be taken again until a label is bought', () => {
    const rated = { status: 'rated', labels_count: 0, buying_count: 0 }
    expect(shownStep(rated, 'Import Upload')).toBe('Import Upload')
    expect(shownStep(rated, 'Assign Mapping')).toBe('Assign Mapping')
    expect(shownStep(rated, null)).toBe('Purchase Labels')
    expect(earlierSteps({ ...rated, labels_count: 1 })).toEqual([])
    expect(earlierSteps({ ...rated, buying_count: 1 })).toEqual([])
    expect(earlierSteps({ ...rated, status: 'mapped' })).toEqual(['Assign Mapping'])
    expect(shownStep({ ...rated, status: 'purchasing' }, 'Import Upload')).toBe('Labels')
  })
})

describe('the mapping', () => {
  const { maps, targets } = uploadMaps

  it('starts from the suggestions; other columns are not imported', () => {
    expect(startChoices(maps)).toEqual({
      0: 'to_address.name',
      1: 'to_address.street1',
      2: 'to_address.city',
      3: 'to_address.zip',
      4: OMIT,
    })
  })

  it('takes a saved one by header, whatever its case and spaces', () => {
    expect(
      applied(maps, { ' recipient': 'to_address.company', POSTCODE: 'to_address.zip' }),
    ).toEqual({ 0: 'to_address.company', 1: OMIT, 2: OMIT, 3: 'to_address.zip', 4: OMIT })
  })

  it('sees a field that two columns fill, and never two that are left out', () => {
    const choices = { ...startChoices(maps), 2: OMIT, 3: 'to_address.name' }
    expect([...doubled(maps, choices)]).toEqual([3])
  })

  it('tells what no column gives', () => {
    expect(missing(targets, startChoices(maps))).toEqual([])
    expect(missing(targets, { 0: 'to_address.city' })).toEqual([
      'Name or Company',
      'Street 1',
      'ZIP',
    ])
    expect(missing(targets, { ...startChoices(maps), 0: 'to_address.company' })).toEqual([])
  })

  it('finds the column of a server error', () => {
    expect([columnOf('maps.12'), columnOf('maps.3.target'), columnOf('save_as')]).toEqual([
      12,
      3,
      null,
    ])
  })

  it('offers every target of the specification', () => {
    expect(UPLOAD_TARGETS).toHaveLength(16)
    expect(UPLOAD_TARGETS.at(-2)?.label).toBe('Order Id')
    expect(UPLOAD_TARGETS.at(-1)?.label).toBe('Do Not Import')
    expect(mappingName('New Mapping')).toBe('')
    expect(mappingName('Shop')).toBe('Shop')
  })
})

describe('the dry run', () => {
  it('goes to a fixed US address and keeps what was given', () => {
    const values = newOverrides()
    values.parcel.weight = 32
    const sent = dryRun(values, new Set())
    expect(sent.to_address).toEqual(DUMMY_DESTINATION)
    expect(sent.to_address.country).toBe('US')
    expect(sent.parcel).toMatchObject({ weight: 32, length: null })
    expect(sent.return_address).toBeNull()
  })

  it('stands in for what the file gives, and for nothing else', () => {
    const values = newOverrides()
    values.parcel.length = 20
    const fromFile = measuresOf(['to_address.zip', 'parcel.weight', 'parcel.length', null])
    expect([...fromFile]).toEqual(['weight', 'length'])
    expect(dryRun(values, fromFile).parcel).toMatchObject({ weight: 16, length: 20, width: null })
    // What is sent for all rows has no stand-in.
    expect(toOverrides(values).parcel).toMatchObject({ weight: '', length: 20 })
  })
})

describe('what was sent last', () => {
  it('is read as it was typed', () => {
    expect(fromOverrides(null)).toEqual(newOverrides())
    const values = fromOverrides({ ...sentOverrides, return_address: null })
    expect(values.from_address.zip).toBe('10118')
    expect(values.same_return_address).toBe(true)
    expect(values.parcel).toMatchObject({ weight: 24, length: 12, width: null })
    expect(values.options).toMatchObject({ hazmat: '', carrier_insurance_amount: '' })
    const { from_address: other } = sentOverrides
    const apart = fromOverrides({ ...sentOverrides, return_address: { ...other, zip: '94104' } })
    expect(apart.same_return_address).toBe(false)
    expect(apart.return_address.zip).toBe('94104')
  })
})

describe('errors of rows', () => {
  it('stand in the order of the file', () => {
    const errors = rowErrors({ 'Row#10': ['b'], 'Row#2': ['a', 'c'] })
    expect(errors.map(({ name }) => name)).toEqual(['Row#2', 'Row#10'])
    expect(errors[0]?.messages).toEqual(['a', 'c'])
  })
})
