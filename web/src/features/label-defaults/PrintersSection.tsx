// The account's printers: add one, print a test page, delete it.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { listErrorText, requestErrorText } from '@/api/errors'
import { deletePrinter, type Printer, printersQuery, testPrinter } from '@/api/printers'
import { isCancelled, withBusy } from '@/components/ui/modals/busy'
import { confirm } from '@/components/ui/modals/dialogs'
import { toastError, toastSuccess } from '@/components/ui/modals/toasts'
import { ErrorBlock } from '@/components/ui/StateBlocks'

import { AddPrinterModal } from './AddPrinterModal'
import classes from './labelDefaults.module.css'

async function test(printer: Printer): Promise<void> {
  try {
    toastSuccess(await withBusy('Sending request...', (signal) => testPrinter(printer.id, signal)))
  } catch (error) {
    if (!isCancelled(error)) toastError(requestErrorText(error))
  }
}

async function remove(client: QueryClient, printer: Printer): Promise<void> {
  const agreed = await confirm({
    title: 'Delete printer',
    message: `Are you sure you want to delete the printer ${printer.name}? This action cannot be undone.`,
    confirmLabel: 'Delete',
    danger: true,
  })
  if (!agreed) return
  try {
    await withBusy('Deleting...', () => deletePrinter(printer.id), { cancellable: false })
  } catch (error) {
    toastError(requestErrorText(error))
  } finally {
    await client.invalidateQueries(printersQuery)
  }
}

export function PrintersSection() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(printersQuery)
  const [adding, setAdding] = useState(false)

  return (
    <Stack gap="xs" className={classes.section}>
      <Group justify="space-between">
        <Title order={3} size="h4">
          Printers
        </Title>
        <Button size="xs" variant="default" onClick={() => setAdding(true)}>
          Add printer
        </Button>
      </Group>
      {error && <ErrorBlock message={listErrorText(error)} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No printers yet. Labels are printed from the browser.
        </Text>
      )}
      <ul className={classes.printers}>
        {data?.map((printer) => (
          <li key={printer.id} className={classes.printer}>
            <div className={classes.names}>
              <div>{printer.name}</div>
              <Text size="xs" c="dimmed" ff="monospace">
                {printer.uri}
              </Text>
            </div>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Test ${printer.name}`}
              onClick={() => void test(printer)}
            >
              Test
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              aria-label={`Delete ${printer.name}`}
              onClick={() => void remove(client, printer)}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
      <AddPrinterModal opened={adding} onClose={() => setAdding(false)} />
    </Stack>
  )
}
