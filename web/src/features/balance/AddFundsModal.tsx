// Adds to the balance: an amount and the method it is taken from. What the bank refuses stands in
// the form; what it has not settled yet is told as such.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'

import { balanceKey, type BalanceReply, createCharger } from '@/api/balance'
import { selectOptions } from '@/api/contract'
import { ApiError, requestErrorText } from '@/api/errors'
import { ModalForm } from '@/components/form/ModalForm'
import { SelectField } from '@/components/form/ValueFields'
import { showSuccess } from '@/components/ui/modals/dialogs'
import { tellSettling } from '@/components/ui/modals/settling'
import { formatMoney } from '@/lib/format'

import { NoMethods } from './NoMethods'

interface Values {
  amount: string
  method: string
}

const RENAME = { topup_method: 'method' }

interface AddFundsModalProps {
  opened: boolean
  onClose: () => void
  topup: BalanceReply['topup']
}

export function AddFundsModal({ opened, onClose, topup }: AddFundsModalProps) {
  const client = useQueryClient()
  const [charge] = useState(createCharger)
  const methods = topup.payment_method.options
  const form = useForm<Values>({
    defaultValues: {
      amount: topup.amount.value,
      method: topup.payment_method.value ?? methods[0]?.[0] ?? '',
    },
  })

  const submit = async ({ amount, method }: Values) => {
    try {
      const { balance, payment, message } = await charge({ amount, topup_method: method })
      if (payment.state === 'pending' || payment.state === 'processing') {
        tellSettling(payment.state, message)
      } else {
        void showSuccess(
          `Balance updated successfully to ${formatMoney(balance.available_value)} !`,
        )
      }
    } catch (error) {
      // No answer: nobody knows yet whether the bank has charged.
      if (error instanceof ApiError && error.status === null) {
        throw new Error(requestErrorText(error), { cause: error })
      }
      throw error
    } finally {
      void client.invalidateQueries({ queryKey: balanceKey })
    }
  }

  return (
    <ModalForm
      form={form}
      onSubmit={submit}
      rename={RENAME}
      opened={opened}
      onClose={onClose}
      title="Add funds"
      submitLabel="Add funds"
      submitDisabled={methods.length === 0}
    >
      {methods.length === 0 && <NoMethods />}
      <SelectField
        control={form.control}
        name="amount"
        label="Amount"
        data={topup.amount.options.map((value) => ({ value, label: formatMoney(value) }))}
      />
      <SelectField
        control={form.control}
        name="method"
        label="Payment method"
        disabled={methods.length === 0}
        data={selectOptions(methods)}
      />
    </ModalForm>
  )
}
