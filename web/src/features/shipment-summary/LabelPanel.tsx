// The label: a preview, and printing or downloading it again in a chosen format and layout.
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { listErrorText } from '@/api/errors'
import { jobStatus } from '@/api/jobs'
import { printLabels } from '@/api/shipments/bulk'
import { labelFile } from '@/api/shipments/files'
import type { LabelFormat, LabelLayout, Shipment } from '@/api/shipments/wire'
import { useUser } from '@/api/user'
import { tellFailure } from '@/components/labels/failure'
import { mayPrint, printFile, saveFile } from '@/components/labels/printing'
import { Card } from '@/components/layout/Card'
import { runBulk } from '@/components/ui/jobs/runBulk'
import { withBusy } from '@/components/ui/modals/busy'
import { showSuccess } from '@/components/ui/modals/dialogs'
import { ErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'

import classes from './summary.module.css'

const FORMATS: readonly LabelFormat[] = ['pdf', 'png', 'zpl']
const LAYOUTS: readonly LabelLayout[] = ['4X6', '8.5X11']

export function LabelPanel({ shipment }: { shipment: Shipment }) {
  if (shipment.label_status !== 'ready') return null
  return (
    <Card title="Label">
      <Preview id={shipment.id} />
      <Reprint shipment={shipment} />
    </Card>
  )
}

function Preview({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['shipments', 'label', id],
    queryFn: ({ signal }) => labelFile(id, { format: 'png' }, signal),
    // A bought label does not change.
    staleTime: Infinity,
    meta: { quiet: true },
  })
  if (isPending) return <LoadingBlock />
  if (error) return <ErrorBlock message={listErrorText(error)} onRetry={() => void refetch()} />
  return <LabelImage file={data} />
}

/** A file in memory needs an address of its own, given back when it is no longer shown. */
function LabelImage({ file }: { file: Blob }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )
  return <img ref={show} alt="Shipping label" className={classes.label} />
}

/** Prints on the account's printer, in its own layout. */
async function sendToPrinter(id: string, format: LabelFormat): Promise<void> {
  const target = { kind: 'ids' as const, ids: [id], count: 1 }
  try {
    const { message } = await runBulk({
      text: 'Printing 1 label(s)...',
      start: (signal) => printLabels(target, { format, printer_id: null }, signal),
      poll: jobStatus,
    })
    void showSuccess(message ?? undefined)
  } catch (error) {
    tellFailure(error)
  }
}

function Reprint({ shipment }: { shipment: Shipment }) {
  const { settings } = useUser()
  const [layout, setLayout] = useState(
    LAYOUTS.find((one) => one === settings.label_layout) ?? '4X6',
  )
  const [format, setFormat] = useState(
    FORMATS.find((one) => one === settings.label_format) ?? 'pdf',
  )

  const fetched = (text: string, handle: (file: Blob) => void) => async () => {
    try {
      handle(await withBusy(text, (signal) => labelFile(shipment.id, { format, layout }, signal)))
    } catch (error) {
      tellFailure(error)
    }
  }
  const print = fetched('Printing 1 label(s)...', (file) => printFile(file, format))
  const name = `label-${shipment.tracking_code ?? shipment.public_id}.${format}`
  const save = fetched('Fetching data...', (file) => saveFile(file, name))

  return (
    <Stack gap="xs">
      <Group gap="xs" grow>
        <NativeSelect
          label="Format"
          value={format}
          data={FORMATS.map((value) => ({
            value,
            label: value.toUpperCase(),
            disabled: value === 'zpl' && layout !== '4X6',
          }))}
          onChange={(event) => {
            const { value } = event.currentTarget
            setFormat(FORMATS.find((one) => one === value) ?? 'pdf')
          }}
        />
        <NativeSelect
          label="Layout"
          value={layout}
          data={[...LAYOUTS]}
          onChange={(event) => {
            const { value } = event.currentTarget
            setLayout(LAYOUTS.find((one) => one === value) ?? '4X6')
            // ZPL is usable with 4X6 only.
            if (value !== '4X6' && format === 'zpl') setFormat('pdf')
          }}
        />
      </Group>
      <Group gap="xs" grow>
        <Button
          variant="default"
          onClick={() => {
            if (mayPrint(format)) void print()
          }}
        >
          Print
        </Button>
        <Button variant="default" onClick={() => void save()}>
          Download
        </Button>
      </Group>
      {settings.printer_id && (
        <Button
          variant="default"
          onClick={() => {
            if (mayPrint(format)) void sendToPrinter(shipment.id, format)
          }}
        >
          Send to printer
        </Button>
      )}
      <Text size="xs" c="dimmed">
        ZPL is usable only with the layout 4X6.
      </Text>
    </Stack>
  )
}
