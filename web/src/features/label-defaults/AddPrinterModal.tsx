// Adds a printer by its address in the network.
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'

import { fieldsBelow } from '@/api/errors'
import { addPrinter, printersQuery } from '@/api/printers'
import { ModalForm } from '@/components/form/ModalForm'
import { TextField } from '@/components/form/TextField'

const filled = z.string().check(z.trim(), z.minLength(1, "can't be blank"))
const schema = z.object({
  name: filled,
  uri: z
    .string()
    .check(
      z.trim(),
      z.regex(/^(ipps?|socket):\/\/\S+$/i, 'must start with ipp://, ipps:// or socket://'),
    ),
})
const RENAME = fieldsBelow('printer', ['name', 'uri'])

interface AddPrinterModalProps {
  opened: boolean
  onClose: () => void
}

export function AddPrinterModal({ opened, onClose }: AddPrinterModalProps) {
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { name: '', uri: '' } })

  const submit = async (printer: z.infer<typeof schema>) => {
    await addPrinter(printer)
    await client.invalidateQueries(printersQuery)
  }

  return (
    <ModalForm
      form={form}
      onSubmit={submit}
      rename={RENAME}
      opened={opened}
      onClose={onClose}
      title="Add printer"
      submitLabel="Add printer"
    >
      <TextField control={form.control} name="name" label="Name" required focusFirst />
      <TextField
        control={form.control}
        name="uri"
        label="Address"
        description="As the server reaches it: ipp://, ipps:// or socket://, such as socket://192.168.1.20:9100."
        required
      />
    </ModalForm>
  )
}
