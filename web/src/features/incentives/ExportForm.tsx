// Export of the payment log, to the account's address or to another one. Enter exports too.
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'

import { exportIncentivePayments, type Program } from '@/api/incentives'
import { tellFailure } from '@/components/labels/failure'
import { withBusy } from '@/components/ui/modals/busy'
import { showSuccess } from '@/components/ui/modals/dialogs'

import classes from './incentives.module.css'

async function exportCsv(program: Program, email: string): Promise<void> {
  try {
    const { message, url } = await withBusy('Sending request...', (signal) =>
      exportIncentivePayments(program, email, signal),
    )
    void showSuccess(url ? <Exported message={message} url={url} /> : message)
  } catch (error) {
    tellFailure(error)
  }
}

function Exported({ message, url }: { message: string; url: string }) {
  return (
    <Stack gap="xs">
      <Text>{message}</Text>
      <Anchor href={url} download>
        Download CSV
      </Anchor>
    </Stack>
  )
}

interface ExportFormProps {
  program: Program
  /** There is nothing to export. */
  disabled: boolean
}

export function ExportForm({ program, disabled }: ExportFormProps) {
  const [email, setEmail] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!disabled) void exportCsv(program, email.trim())
  }
  return (
    <form noValidate className={classes.export} onSubmit={submit} aria-label="Export">
      <TextInput
        type="email"
        aria-label="Alternative email"
        placeholder="Alternative email (optional)"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        disabled={disabled}
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        Export CSV
      </Button>
    </form>
  )
}
