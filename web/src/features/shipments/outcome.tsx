// What the list says after an action: per-row reports, messages, and the dialog with a compiled file.
import { Button, Group, Stack, Text } from '@mantine/core'

import { requestErrorText } from '@/api/errors'
import { fileOf, reportFile } from '@/api/shipments/files'
import type { FileReport, LabelsReport, ShipmentRow } from '@/api/shipments/wire'
import { printFile, saveFile } from '@/components/labels/printing'
import { type ReportRow, showReport } from '@/components/labels/ReportTable'
import type { BulkOutcome } from '@/components/ui/jobs/runBulk'
import { withBusy } from '@/components/ui/modals/busy'
import { openModal, showFailure, showSuccess } from '@/components/ui/modals/dialogs'
import { toastError, toastSuccess } from '@/components/ui/modals/toasts'
import { plural } from '@/lib/format'

/** The message; what a job reports without one is counted. */
function messageOf(outcome: BulkOutcome<unknown>, done: string): string {
  if (outcome.message) return outcome.message
  if (outcome.good === null) return 'Operation was successful!'
  const failed = outcome.failures.length
  return `${plural(outcome.good, 'label')} ${done}${failed > 0 ? `, ${failed} failed` : ''}.`
}

/** For actions without a report of their own. Who has left gets a short message only. */
export function tellDone(outcome: BulkOutcome<unknown>, done: string): void {
  const message = messageOf(outcome, done)
  const problems = [
    ...outcome.errors,
    ...outcome.failures.map(({ item, cause }) => `${item}: ${cause}`),
  ]
  if (problems.length > 0) void showFailure(message, problems)
  else if (outcome.left) toastSuccess(message)
  else void showSuccess(message)
}

/** One row per shipment: its tracking code, or why it was not bought. */
export function tellBought(outcome: BulkOutcome<LabelsReport>, rows: readonly ShipmentRow[]): void {
  const { report } = outcome
  if (!report) {
    tellDone(outcome, 'bought')
    return
  }
  const names = new Map(rows.map((row) => [row.id, row.to_name]))
  const named = (id: string) => names.get(id) || id
  const { bought, failed } = report
  const table: ReportRow[] = [
    ...failed.map((one): ReportRow => ({ key: one.id, cells: [named(one.id), one.message] })),
    ...bought.map((one): ReportRow => ({ key: one.id, cells: [named(one.id), one.tracking_code] })),
  ]
  const counted = `${plural(bought.length, 'label')} bought${failed.length > 0 ? `, ${failed.length} failed` : ''}.`
  if (outcome.left && failed.length === 0) {
    toastSuccess(counted)
    return
  }
  showReport({
    title: failed.length > 0 ? 'Failure' : 'Success',
    message: outcome.message || counted,
    table: { label: 'Labels', headers: ['Shipment', 'Tracking Code or failure'], rows: table },
  })
}

async function withFile(report: FileReport, handle: (file: Blob) => void): Promise<void> {
  try {
    handle(await withBusy('Fetching data...', (signal) => reportFile(report, signal)))
  } catch (error) {
    toastError(requestErrorText(error))
  }
}

/** Fetches what was compiled and opens the print dialog. */
export function printReport(report: FileReport): Promise<void> {
  return withFile(report, (file) => printFile(file, report.format))
}

/** Offers what was compiled. */
export function tellCompiled(outcome: BulkOutcome<LabelsReport>): void {
  const report = fileOf(outcome.report)
  if (!report) {
    tellDone(outcome, 'compiled')
    return
  }
  const save = (file: Blob) => saveFile(file, `labels.${report.format.toLowerCase()}`)
  openModal({
    title: 'Success',
    content: () => (
      <Stack gap="lg">
        <Text>{outcome.message || 'The labels are compiled.'}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => void printReport(report)}>
            Print
          </Button>
          <Button data-autofocus onClick={() => void withFile(report, save)}>
            Download
          </Button>
        </Group>
      </Stack>
    ),
  })
}
