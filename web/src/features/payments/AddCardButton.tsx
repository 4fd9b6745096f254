// The button that adds a card, with the form of whichever provider the server works with: the
// sandbox bank's own, or Stripe's. For every screen that lets somebody pay.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import { paymentMethodsQuery } from '@/api/paymentMethods'

const SandboxCardModal = lazy(async () => ({
  default: (await import('./SandboxCardModal')).SandboxCardModal,
}))
const StripeCardModal = lazy(async () => ({
  default: (await import('./StripeCardModal')).StripeCardModal,
}))

interface AddCardButtonProps {
  label?: string
  variant?: 'default' | 'filled'
}

export function AddCardButton({ label = 'Add New Card', variant = 'default' }: AddCardButtonProps) {
  const keys = useQuery(paymentMethodsQuery).data?.keys
  const [opened, setOpened] = useState(false)
  // Every opening starts afresh.
  const [turn, setTurn] = useState(0)
  const open = () => {
    setTurn(turn + 1)
    setOpened(true)
  }
  const close = () => setOpened(false)
  const provider = keys?.card_provider

  return (
    <>
      <Button
        variant={variant}
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={!provider}
        onClick={open}
      >
        {label}
      </Button>
      {provider && turn > 0 && (
        <Suspense>
          {provider.kind === 'stripe' ? (
            <StripeCardModal
              key={turn}
              opened={opened}
              onClose={close}
              publicKey={provider.public_key ?? ''}
            />
          ) : (
            <SandboxCardModal key={turn} opened={opened} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}
