// Exports what the payment logs show as CSV: at once when it is small, else by mail, to the user's
// own address or another one.
import { Anchor, Stack, Text } from '@mantine/core'
import { useForm } from 'react-hook-form'

import { exportTransactions, type TransactionFilters } from '@/api/transactions'
import { ModalForm } from '@/components/form/ModalForm'
import { TextField } from '@/components/form/TextField'
import { withBusy } from '@/components/ui/modals/busy'
import { showSuccess } from '@/components/ui/modals/dialogs'
import { fileHref } from '@/lib/fileHref'

interface ExportModalProps {
  opened: boolean
  onClose: () => void
  filters: TransactionFilters
}

export function ExportModal({ opened, onClose, filters }: ExportModalProps) {
  const form = useForm({ defaultValues: { email: '' } })

  const submit = async ({ email }: { email: string }) => {
    const { message, url } = await withBusy('Sending request...', (signal) =>
      exportTransactions(filters, email.trim(), signal),
    )
    const href = fileHref(url)
    void showSuccess(
      <Stack gap="xs">
        <Text>{message}</Text>
        {href && (
          <Anchor href={href} download>
            Download the file
          </Anchor>
        )}
      </Stack>,
    )
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
        description="Every payment log that matches the filters of the list. Without an address a small file comes at once and a large one goes to your own address."
        focusFirst
      />
    </ModalForm>
  )
}
