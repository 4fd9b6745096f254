// The password form's state, fields and call, shared by the page and the modal.
import { zodResolver } from '@hookform/resolvers/zod'
import { type Control, useForm } from 'react-hook-form'

import { fieldsBelow } from '@/api/errors'
import { changePassword, type PasswordChange } from '@/api/user'
import { PasswordField } from '@/components/form/TextField'
import { showSuccess } from '@/components/ui/modals/dialogs'

import { passwordChange } from './passwordRules'

const EMPTY: PasswordChange = { current_password: '', password: '', password_confirmation: '' }

export const PASSWORD_RENAME = fieldsBelow('user', Object.keys(EMPTY))

export function usePasswordForm() {
  return useForm({ resolver: zodResolver(passwordChange), defaultValues: EMPTY })
}

/** Saves and shows what the server said. */
export async function savePassword(values: PasswordChange): Promise<void> {
  const message = await changePassword(values)
  void showSuccess(message)
}

export function PasswordFields({ control }: { control: Control<PasswordChange> }) {
  return (
    <>
      <PasswordField
        control={control}
        name="current_password"
        label="Current password"
        autoComplete="current-password"
        focusFirst
      />
      <PasswordField
        control={control}
        name="password"
        label="New password"
        description="At least 8 characters. Your other sessions will be signed out."
        autoComplete="new-password"
      />
      <PasswordField
        control={control}
        name="password_confirmation"
        label="Repeat password"
        autoComplete="new-password"
      />
    </>
  )
}
