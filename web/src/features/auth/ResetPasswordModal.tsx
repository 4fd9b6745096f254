// Changing one's password, as the modal that the sidebar opens.
import { ModalForm } from '@/components/form/ModalForm'

import { PASSWORD_RENAME, PasswordFields, savePassword, usePasswordForm } from './PasswordFields'

interface ResetPasswordModalProps {
  opened: boolean
  onClose: () => void
}

export function ResetPasswordModal({ opened, onClose }: ResetPasswordModalProps) {
  const form = usePasswordForm()
  return (
    <ModalForm
      form={form}
      onSubmit={savePassword}
      rename={PASSWORD_RENAME}
      opened={opened}
      onClose={onClose}
      title="Reset Password"
      submitLabel="Save changes"
    >
      <PasswordFields control={form.control} />
    </ModalForm>
  )
}
