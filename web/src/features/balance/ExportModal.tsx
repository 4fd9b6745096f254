// Mails what the payment logs show as CSV, to the user's own address or another one.
import { useForm } from 'react-hook-form'

import { exportTransactions, type TransactionFilters } from '@/api/transactions'
import { ModalForm } from '@/components/form/ModalForm'
import { TextField } from '@/components/form/TextField'
import { withBusy } from '@/components/ui/modals/busy'
import { showSuccess } from '@/components/ui/modals/dialogs'

interface ExportModalProps {
  opened: boolean
  onClose: () => void
  filters: TransactionFilters
}

export function ExportModal({ opened, onClose, filters }: ExportModalProps) {
  const form = useForm({ defaultValues: { email: '' } })

  const submit = async ({ email }: { email: string }) => {
    const message = await withBusy('Sending request...', (signal) =>
      exportTransactions(filters, email.trim(), signal),
    )
    void showSuccess(message)
  }

  return (
    <ModalForm
      form={form}
      onSubmit={submit}
      opened={opened}
      onClose={onClose}
      title="Export CSV"
      submitLabel="Export CSV"
    >
      <TextField
        control={form.control}
        name="email"
        type="email"
        label="Email (optional)"
        description="Every payment log that matches the filters of the list is mailed as a file, to your own address unless you give another one."
        focusFirst
      />
    </ModalForm>
  )
}
