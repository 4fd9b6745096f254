// Prints every label of an upload: on the account's printer, or compiled into one file and from the
// browser. The work is a job; closing the page does not stop it.
import { jobStatus } from '@/api/jobs'
import { type BulkTarget, compileLabels, printLabels } from '@/api/shipments/bulk'
import { fileOf, reportFile } from '@/api/shipments/files'
import type { LabelFormat, LabelLayout } from '@/api/shipments/wire'
import type { User } from '@/api/user'
import { tellFailure } from '@/components/labels/failure'
import { mayPrint, printFile } from '@/components/labels/printing'
import { runBulk } from '@/components/ui/jobs/runBulk'
import { withBusy } from '@/components/ui/modals/busy'
import { showFailure } from '@/components/ui/modals/dialogs'
import { toastSuccess } from '@/components/ui/modals/toasts'
import { formatCount } from '@/lib/format'

const FORMATS: readonly LabelFormat[] = ['pdf', 'png', 'zpl']

interface AllLabels {
  uploadId: string
  count: number
  settings: User['settings']
}

function targetOf({ uploadId, count }: AllLabels): BulkTarget {
  const query = { draft: false, downloaded: 'all', source: 'all', upload_id: uploadId }
  return { kind: 'query', query, count }
}

async function print(labels: AllLabels): Promise<void> {
  const { settings, count } = labels
  const text = `Printing ${formatCount(count)} label(s)...`
  const target = targetOf(labels)
  const printer = settings.printer_id ?? null
  if (printer !== null) {
    const format = FORMATS.find((one) => one === settings.label_format) ?? 'pdf'
    const options = { format, printer_id: printer }
    const start = (signal: AbortSignal) => printLabels(target, options, signal)
    const { message, failures } = await runBulk({ text, start, poll: jobStatus })
    if (failures.length > 0) {
      const problems = failures.map(({ item, cause }) => `${item}: ${cause}`)
      await showFailure(message ?? undefined, problems)
    } else toastSuccess(message ?? 'The labels were sent to the printer')
    return
  }
  const layout: LabelLayout = settings.label_layout === '8.5X11' ? '8.5X11' : '4X6'
  // One file holds several labels only as PDF.
  const options = {
    format: 'pdf' as const,
    layout,
    packing_slip: settings.download_packing_slip,
  }
  const start = (signal: AbortSignal) => compileLabels(target, options, signal)
  const { report, left, message } = await runBulk({ text, start, poll: jobStatus })
  const compiled = fileOf(report)
  if (left) toastSuccess(message ?? 'The labels are compiled')
  else if (compiled) {
    const file = await withBusy('Fetching data...', (signal) => reportFile(compiled, signal))
    printFile(file, compiled.format)
  } else await showFailure(message ?? undefined)
}

export async function printAll(labels: AllLabels): Promise<void> {
  if (!mayPrint(labels.settings.label_format)) return
  try {
    await print(labels)
  } catch (error) {
    tellFailure(error)
  }
}
