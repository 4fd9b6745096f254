// Nothing can be charged yet: a card or a bank account is added on the spot. A bank account that
// waits for its verification is there already, and is named as such. For those who may change it.
import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { paymentMethodsQuery } from '@/api/paymentMethods'
import { AnchorLink } from '@/components/ui/links'
import { Notice } from '@/components/ui/Notice'

import { AddBankControl } from './AddBankControl'
import { AddCardButton } from './AddCardButton'

export function NoMethods() {
  const banks = useQuery(paymentMethodsQuery).data?.bank_accounts ?? []
  const waiting = banks.find(
    ({ type, verified, state }) => type === 'BankAccount' && !verified && state !== 'failed',
  )
  return (
    <Notice tone="info">
      <Stack gap="xs">
        <div>
          {waiting ? (
            <>
              {waiting.issuer || waiting.name} •••• {waiting.last4} has to be{' '}
              <AnchorLink to="/payment-methods" inherit underline="always">
                verified
              </AnchorLink>{' '}
              before it can be charged.
            </>
          ) : (
            'You have no payment method yet.'
          )}
        </div>
        <Group gap="xs">
          <AddCardButton label="Add card" />
          <AddBankControl />
        </Group>
      </Stack>
    </Notice>
  )
}
