// Adds a sub-user. Whatever the server objects to is shown in the form.
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { fieldsBelow } from '@/api/errors'
import { addPerson, personsKey } from '@/api/persons'
import { ModalForm } from '@/components/form/ModalForm'
import { PasswordField, TextField } from '@/components/form/TextField'

const filled = z.string().check(z.trim(), z.minLength(1, "can't be blank"))
const schema = z.object({
  name: filled,
  email: filled,
  password: z.string().check(z.minLength(8, 'should be at least 8 characters')),
})

const RENAME = fieldsBelow('person', ['name', 'email', 'password'])

interface AddUserModalProps {
  opened: boolean
  onClose: () => void
}

export function AddUserModal({ opened, onClose }: AddUserModalProps) {
  const client = useQueryClient()
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: '', email: '', password: '' },
  })

  const submit = async (values: z.infer<typeof schema>) => {
    await addPerson(values)
    await client.invalidateQueries({ queryKey: personsKey })
  }

  return (
    <ModalForm
      form={form}
      onSubmit={submit}
      rename={RENAME}
      opened={opened}
      onClose={onClose}
      title="Add User"
      submitLabel="Add User"
    >
      <TextField control={form.control} name="name" label="Name" required focusFirst />
      <TextField control={form.control} name="email" type="email" label="Email" required />
      <PasswordField
        control={form.control}
        name="password"
        label="Password"
        description="At least 8 characters. Tell it to the user; they can change it after signing in."
        autoComplete="new-password"
        required
      />
    </ModalForm>
  )
}
