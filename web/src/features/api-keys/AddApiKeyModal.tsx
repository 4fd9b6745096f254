// Makes a key. What the server objects to stands in the form.
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { type ApiKey, createApiKey } from '@/api/apiKeys'
import { ApiError, fieldsBelow, serverMessageOr } from '@/api/errors'
import { ModalForm } from '@/components/form/ModalForm'
import { TextField } from '@/components/form/TextField'

const schema = z.object({
  description: z.string().check(z.trim(), z.minLength(1, "can't be blank")),
})

const RENAME = fieldsBelow('api_key', ['description'])

interface AddApiKeyModalProps {
  opened: boolean
  onClose: () => void
  onCreated: (key: ApiKey) => void
}

export function AddApiKeyModal({ opened, onClose, onCreated }: AddApiKeyModalProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { description: '' } })

  const submit = async ({ description }: z.infer<typeof schema>) => {
    try {
      onCreated(await createApiKey(description))
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) throw error
      throw new Error(serverMessageOr(error, 'Failed to create API key'), { cause: error })
    }
  }

  return (
    <ModalForm
      form={form}
      onSubmit={submit}
      rename={RENAME}
      opened={opened}
      onClose={onClose}
      title="Add API Key"
      submitLabel="Create"
    >
      <TextField
        control={form.control}
        name="description"
        label="Description"
        description="What the key is for, so that you recognise it later."
        maxLength={120}
        required
        focusFirst
      />
    </ModalForm>
  )
}
