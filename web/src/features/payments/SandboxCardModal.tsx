// Adds a card of the sandbox bank. What is typed goes to the sandbox once, which answers a token and
// keeps no number; the card is then added by its token.
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'

import { fieldsBelow } from '@/api/errors'
import { addCard, type CardDetails, methodsChanged, sandboxCard } from '@/api/paymentMethods'
import { ModalForm } from '@/components/form/ModalForm'
import { TextField } from '@/components/form/TextField'
import { withBusy } from '@/components/ui/modals/busy'
import { Notice } from '@/components/ui/Notice'

import classes from './payments.module.css'

const EMPTY: CardDetails = { number: '', expiry: '', cvc: '', name: '' }
const RENAME = fieldsBelow('card', Object.keys(EMPTY))

interface SandboxCardModalProps {
  opened: boolean
  onClose: () => void
}

export function SandboxCardModal({ opened, onClose }: SandboxCardModalProps) {
  const client = useQueryClient()
  const form = useForm<CardDetails>({ defaultValues: EMPTY })
  const { number, expiry, cvc } = useWatch({ control: form.control })

  const submit = async (card: CardDetails) => {
    const typed = { ...card, number: card.number.replaceAll(/\s/g, '') }
    const add = async () => addCard(await sandboxCard(typed))
    await withBusy('Adding card...', add, { cancellable: false })
    await methodsChanged(client)
  }

  return (
    <ModalForm
      form={form}
      onSubmit={submit}
      rename={RENAME}
      opened={opened}
      onClose={onClose}
      title="Add card"
      submitLabel="Add card"
      submitDisabled={!number || !expiry || !cvc}
    >
      <Notice>
        No money moves here. Use a test number such as 4242 4242 4242 4242, never a real card.
      </Notice>
      <TextField
        control={form.control}
        name="number"
        label="Card number"
        inputMode="numeric"
        allowed={/[\d ]/}
        maxLength={23}
        required
        focusFirst
      />
      <div className={classes.pair}>
        <TextField
          control={form.control}
          name="expiry"
          label="Expiry"
          placeholder="MM/YY"
          inputMode="numeric"
          allowed={/[\d/]/}
          maxLength={5}
          required
        />
        <TextField
          control={form.control}
          name="cvc"
          label="CVC"
          inputMode="numeric"
          allowed={/\d/}
          maxLength={4}
          required
        />
      </div>
      <TextField control={form.control} name="name" label="Name on card" maxLength={100} />
    </ModalForm>
  )
}
