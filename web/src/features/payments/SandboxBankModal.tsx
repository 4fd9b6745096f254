// Adds a bank account of the sandbox bank. It answers a token, by which the account is then added.
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'

import { fieldsBelow } from '@/api/errors'
import {
  addBank,
  type BankDetails,
  type BankPurpose,
  methodsChanged,
  sandboxBank,
} from '@/api/paymentMethods'
import { ModalForm } from '@/components/form/ModalForm'
import { TextField } from '@/components/form/TextField'
import { withBusy } from '@/components/ui/modals/busy'
import { Notice } from '@/components/ui/Notice'

const EMPTY: BankDetails = { routing: '', account: '', name: '' }
const RENAME = {
  ...fieldsBelow('bank', Object.keys(EMPTY)),
  ...fieldsBelow('payment_method', ['name']),
}

interface SandboxBankModalProps {
  opened: boolean
  onClose: () => void
  purpose: BankPurpose
}

export function SandboxBankModal({ opened, onClose, purpose }: SandboxBankModalProps) {
  const client = useQueryClient()
  const form = useForm<BankDetails>({ defaultValues: EMPTY })
  const { routing, account } = useWatch({ control: form.control })

  const submit = async (bank: BankDetails) => {
    const add = async () => {
      // The sandbox names the account by its token alone.
      const token = await sandboxBank(bank)
      await addBank({ ...purpose, name: bank.name, plaid_token: token, plaid_id: token })
    }
    await withBusy('Adding bank account...', add, { cancellable: false })
    await methodsChanged(client)
  }

  return (
    <ModalForm
      form={form}
      onSubmit={submit}
      rename={RENAME}
      opened={opened}
      onClose={onClose}
      title="Add bank account"
      submitLabel="Add bank account"
      submitDisabled={!routing || !account}
    >
      <Notice>
        No money moves here. Use the routing number 110000000 and the account number 000123456789.
      </Notice>
      <TextField
        control={form.control}
        name="routing"
        label="Routing number"
        inputMode="numeric"
        allowed={/\d/}
        maxLength={9}
        required
        focusFirst
      />
      <TextField
        control={form.control}
        name="account"
        label="Account number"
        inputMode="numeric"
        allowed={/\d/}
        maxLength={17}
        required
      />
      <TextField control={form.control} name="name" label="Account name" maxLength={100} />
    </ModalForm>
  )
}
