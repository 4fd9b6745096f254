// The inputs of one set of credentials. A stored value is shown masked below its field.
import type { Control } from 'react-hook-form'

import { PasswordField, TextField } from '@/components/form/TextField'

import type { AccountValues, CredentialField, Secrets } from './credentials'

interface CredentialFieldsProps {
  control: Control<AccountValues>
  /** Where in the form they are kept. */
  at: 'credentials' | 'smart'
  fields: readonly CredentialField[]
  stored: Secrets
  /** Before each label: 'SmartPost'. */
  prefix?: string
}

export function CredentialFields({ control, at, fields, stored, prefix }: CredentialFieldsProps) {
  return fields.map(({ name, label, secret, hint }) => {
    const kept = stored[name]
    const props = {
      control,
      name: `${at}.${name}` as const,
      label: prefix ? `${prefix} ${label.toLowerCase()}` : label,
      description: kept ? `Stored: ${kept}. Leave empty to keep it.` : hint,
      required: !kept,
    }
    return secret ? (
      <PasswordField key={name} {...props} autoComplete="new-password" />
    ) : (
      <TextField key={name} {...props} />
    )
  })
}
