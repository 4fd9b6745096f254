// Configure Label Defaults: printer, label layout, label format and packing slip of every label that
// is bought, and the printers themselves.
import { Stack } from '@mantine/core'

import { useUser } from '@/api/user'
import { AppModal } from '@/components/ui/modals/AppModal'

import { DefaultsForm } from './DefaultsForm'
import { PrintersSection } from './PrintersSection'

interface LabelDefaultsModalProps {
  opened: boolean
  onClose: () => void
}

export function LabelDefaultsModal({ opened, onClose }: LabelDefaultsModalProps) {
  const { settings } = useUser()
  return (
    <AppModal
      opened={opened}
      onClose={onClose}
      closeOnClickOutside={false}
      title="Configure Label Defaults"
    >
      <Stack gap="md">
        <DefaultsForm settings={settings} onSaved={onClose} />
        <PrintersSection />
      </Stack>
    </AppModal>
  )
}
