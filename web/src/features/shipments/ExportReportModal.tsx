// Asks for a report of what the list shows, sent to the account's address or to another one.
import { useForm } from 'react-hook-form'

import { exportReport } from '@/api/shipments/list'
import type { ShipmentFilters } from '@/api/shipments/wire'
import { ModalForm } from '@/components/form/ModalForm'
import { TextField } from '@/components/form/TextField'
import { withBusy } from '@/components/ui/modals/busy'
import { showSuccess } from '@/components/ui/modals/dialogs'

interface ExportReportModalProps {
  opened: boolean
  onClose: () => void
  filters: ShipmentFilters
}

export function ExportReportModal({ opened, onClose, filters }: ExportReportModalProps) {
  const form = useForm({ defaultValues: { email: '' } })

  const submit = async ({ email }: { email: string }) => {
    const message = await withBusy('Sending request...', (signal) =>
      exportReport(filters, email.trim(), signal),
    )
    void showSuccess(message)
  }

  return (
    <ModalForm
      form={form}
      onSubmit={submit}
      opened={opened}
      onClose={onClose}
      title="Export report"
      submitLabel="Export"
    >
      <TextField
        control={form.control}
        name="email"
        type="email"
        label="Email (optional)"
        description="Every shipment that matches the filters of the list. Without an address the report goes to your own."
        focusFirst
      />
    </ModalForm>
  )
}
