// Full objects of the billing screens as the server sends them.
import type { Bank, Card, PaymentMethods } from '@/api/paymentMethods'
import type { User } from '@/api/user'
import type { PermissionName } from '@/lib/access'

import { NO_PERMISSIONS, subUser } from './fixtures'

export const visa: Card = {
  id: 'pm_1',
  card_type: 'Visa',
  last4: '4242',
  expires: '12/2030',
  primary: true,
}

export function bank(changes: Partial<Bank> = {}): Bank {
  return {
    id: 'pm_2',
    type: 'BankAccount',
    name: 'Checking',
    issuer: 'First Bank',
    issuer_code: 'ins_1',
    last4: '6789',
    primary: false,
    verified: false,
    state: 'new',
    ...changes,
  }
}

export function paymentMethods(changes: Partial<PaymentMethods> = {}): PaymentMethods {
  return {
    cards: [visa],
    bank_accounts: [bank()],
    credit: { used: '120.00', limit: '1500.00' },
    keys: {
      card_provider: { kind: 'sandbox', public_key: null },
      bank_link: { kind: 'sandbox', env: null },
    },
    ...changes,
  }
}

/** A sub-user with these permissions, of an account like the given one. */
export function personWith(account: User, ...names: PermissionName[]): User {
  const given = Object.fromEntries(names.map((name) => [name, true]))
  const person = subUser.person && {
    ...subUser.person,
    permissions: { ...NO_PERMISSIONS, ...given },
  }
  return { ...account, person }
}
