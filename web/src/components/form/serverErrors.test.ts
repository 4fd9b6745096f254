import { describe, expect, it } from 'vitest'

import { placeErrors } from './serverErrors'

class Failure extends Error {
  constructor(
    message: string,
    readonly errors: Record<string, unknown>,
  ) {
    super(message)
  }
}

const names = new Set(['email', 'to_address.zip', 'customsInfo.eelPfc', 'full_name'])
const hasField = (name: string): name is string => names.has(name)

describe('placeErrors', () => {
  it('brings messages to fields by dotted path, in snake_case or camelCase', () => {
    const failure = new Failure('Invalid', {
      email: ['is taken', 'is too long'],
      'to_address.zip': ['must be given'],
      'customs_info.eel_pfc': ['is unknown'],
    })
    expect(placeErrors(failure, hasField)).toEqual({
      fields: [
        ['email', 'is taken, is too long'],
        ['to_address.zip', "can't be blank"],
        ['customsInfo.eelPfc', 'is unknown'],
      ],
      top: [],
    })
  })

  it('follows given names first', () => {
    const failure = new Failure('Invalid', { name: ['must be given'] })
    expect(placeErrors(failure, hasField, { name: 'full_name' }).fields).toEqual([
      ['full_name', "can't be blank"],
    ])
  })

  it('puts base errors on top as they are, and unknown paths with their name', () => {
    const failure = new Failure('Invalid', {
      base: ['The address cannot be reached'],
      'from_address.phone_number': ['is too short'],
    })
    expect(placeErrors(failure, hasField)).toEqual({
      fields: [],
      top: ['The address cannot be reached', 'From address phone number: is too short'],
    })
  })

  it('shows the message of a failure that names no field', () => {
    expect(placeErrors(new Failure('No credit left', {}), hasField).top).toEqual(['No credit left'])
    expect(placeErrors(new Error('Failed to make a request'), hasField).top).toEqual([
      'Failed to make a request',
    ])
    expect(placeErrors('odd', hasField).top).toEqual(['Operation failed!'])
  })

  it('survives replies that are not as promised', () => {
    const failure = new Failure('Odd', { email: 'is taken', base: [7, null], zip: [] })
    expect(placeErrors(failure, hasField)).toEqual({ fields: [['email', 'is taken']], top: [] })
  })
})
