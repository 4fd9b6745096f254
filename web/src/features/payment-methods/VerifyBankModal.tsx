// Verifies a bank account by the two small amounts that were sent to it. Both must be greater than 0.
import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'

import { type Bank, methodsChanged, verifyBank } from '@/api/paymentMethods'
import { ModalForm } from '@/components/form/ModalForm'
import { CurrencyField } from '@/components/form/ValueFields'
import { withBusy } from '@/components/ui/modals/busy'
import { showSuccess } from '@/components/ui/modals/dialogs'
import { parseCents } from '@/lib/format'

const RENAME = { amounts: 'first', 'amounts.0': 'first', 'amounts.1': 'second' }

interface Values {
  first: string
  second: string
}

function isAmount(text: string | undefined): boolean {
  return (parseCents(text ?? '') ?? 0n) > 0n
}

interface VerifyBankModalProps {
  opened: boolean
  onClose: () => void
  bank: Bank
}

export function VerifyBankModal({ opened, onClose, bank }: VerifyBankModalProps) {
  const client = useQueryClient()
  const form = useForm<Values>({ defaultValues: { first: '', second: '' } })
  const { first, second } = useWatch({ control: form.control })

  const submit = async (values: Values) => {
    try {
      const verify = () => verifyBank(bank.id, [values.first, values.second])
      const message = await withBusy('Verifying account...', verify, { cancellable: false })
      void showSuccess(message || 'Account was verified successfully.')
    } finally {
      // A wrong try counts too: after the last one the account has failed.
      await methodsChanged(client)
    }
  }

  return (
    <ModalForm
      form={form}
      onSubmit={submit}
      rename={RENAME}
      opened={opened}
      onClose={onClose}
      title="Verify bank account"
      submitLabel="Verify"
      submitDisabled={!isAmount(first) || !isAmount(second)}
    >
      <Text size="sm">
        Two small amounts were sent to {bank.issuer || bank.name} •••• {bank.last4}. Please enter
        them as they stand on your statement.
      </Text>
      <CurrencyField control={form.control} name="first" label="First amount" required />
      <CurrencyField control={form.control} name="second" label="Second amount" required />
    </ModalForm>
  )
}
