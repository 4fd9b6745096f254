// Adds a card with Stripe's own form: its script is loaded when this dialog opens, and the card is
// typed into Stripe's frame.
import { Button, Group, Stack, useComputedColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { addCard, methodsChanged, startCard } from '@/api/paymentMethods'
import { AppModal } from '@/components/ui/modals/AppModal'
import { withBusy } from '@/components/ui/modals/busy'
import { Notice } from '@/components/ui/Notice'
import { LoadingBlock } from '@/components/ui/StateBlocks'

import classes from './payments.module.css'
import { type CardForm, openCardForm } from './stripe'

interface StripeCardModalProps {
  opened: boolean
  onClose: () => void
  publicKey: string
}

function wordsOf(error: unknown): string {
  return (error instanceof Error && error.message) || 'Operation failed!'
}

export function StripeCardModal({ opened, onClose, publicKey }: StripeCardModalProps) {
  const client = useQueryClient()
  const dark = useComputedColorScheme('light') === 'dark'
  const place = useRef<HTMLDivElement>(null)
  const form = useRef<CardForm | null>(null)
  const [ready, setReady] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  // The theme counts when the form is made; changing it must not lose what was typed.
  const make = useEffectEvent((clientSecret: string) =>
    openCardForm({ publicKey, clientSecret, dark }),
  )

  useEffect(() => {
    if (!opened) return undefined
    let gone = false
    const start = async () => {
      try {
        const made = await make(await startCard())
        if (gone || !place.current) {
          made.destroy()
          return
        }
        form.current = made
        made.mount(place.current, () => setReady(true))
      } catch (error) {
        if (!gone) setProblem(wordsOf(error))
      }
    }
    void start()
    return () => {
      gone = true
      form.current?.destroy()
      form.current = null
      setReady(false)
    }
  }, [opened])

  const submit = async () => {
    const card = form.current
    if (!card) return
    setProblem(null)
    try {
      const add = async () => addCard(await card.confirm())
      await withBusy('Adding card...', add, { cancellable: false })
      await methodsChanged(client)
      onClose()
    } catch (error) {
      setProblem(wordsOf(error))
    }
  }

  return (
    <AppModal opened={opened} onClose={onClose} closeOnClickOutside={false} title="Add card">
      <Stack gap="md">
        {problem && <Notice tone="error">{problem}</Notice>}
        <div className={classes.stripe}>
          {!ready && !problem && <LoadingBlock />}
          <div ref={place} />
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!ready} onClick={() => void submit()}>
            Add card
          </Button>
        </Group>
      </Stack>
    </AppModal>
  )
}
