// Adds a bank account through the bank-linking service: Plaid Link, or the sandbox bank's own form.
// Without keys the specification's words stand in its place. For every screen that lets somebody pay.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import {
  addBank,
  type BankPurpose,
  methodsChanged,
  paymentMethodsQuery,
  startBankLink,
} from '@/api/paymentMethods'
import { tellFailure } from '@/components/labels/failure'
import { withBusy } from '@/components/ui/modals/busy'

import classes from './payments.module.css'
import { linkBank } from './plaid'

const SandboxBankModal = lazy(async () => ({
  default: (await import('./SandboxBankModal')).SandboxBankModal,
}))

const TO_PAY: BankPurpose = { type: 'BankAccount', external: false }
const ADDING = 'Adding bank account...'

async function addByPlaid(client: QueryClient, purpose: BankPurpose): Promise<void> {
  try {
    const token = await withBusy(ADDING, startBankLink, { cancellable: false })
    // Plaid covers the page itself; a dialog of ours would lie in its way.
    const bank = await linkBank(token)
    if (!bank) return
    const add = () => addBank({ ...purpose, ...bank })
    await withBusy(ADDING, add, { cancellable: false })
    await methodsChanged(client)
  } catch (error) {
    tellFailure(error)
  }
}

interface AddBankControlProps {
  label?: string
  /** What the account is for; paying, unless said otherwise. */
  purpose?: BankPurpose
  variant?: 'default' | 'filled'
}

export function AddBankControl({
  label = 'Add bank account',
  purpose = TO_PAY,
  variant = 'default',
}: AddBankControlProps) {
  const client = useQueryClient()
  const keys = useQuery(paymentMethodsQuery).data?.keys
  const [opened, setOpened] = useState(false)
  // Every opening starts afresh.
  const [turn, setTurn] = useState(0)
  const service = keys?.bank_link.kind

  if (keys && !service) return <span className={classes.missing}>Missing Plaid keys!</span>

  const open = () => {
    if (service === 'plaid') {
      void addByPlaid(client, purpose)
      return
    }
    setTurn(turn + 1)
    setOpened(true)
  }

  return (
    <>
      <Button
        variant={variant}
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={!service}
        onClick={open}
      >
        {label}
      </Button>
      {turn > 0 && (
        <Suspense>
          <SandboxBankModal
            key={turn}
            opened={opened}
            onClose={() => setOpened(false)}
            purpose={purpose}
          />
        </Suspense>
      )}
    </>
  )
}
