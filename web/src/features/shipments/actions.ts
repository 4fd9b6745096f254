// The actions on chosen shipments: what is asked first, what the busy modal says, what is reported.
// None of them throws; each returns whether something was asked of the server, so that the list
// knows to look again.
import { jobStatus } from '@/api/jobs'
import {
  type BulkTarget,
  buyLabels,
  compileLabels,
  executeAutomations,
  printLabels,
  refundLabels,
} from '@/api/shipments/bulk'
import { downloadForm, fileOf } from '@/api/shipments/files'
import { deleteShipment, matchingIds } from '@/api/shipments/list'
import type { LabelFormat, LabelLayout, ShipmentRow } from '@/api/shipments/wire'
import { tellFailure } from '@/components/labels/failure'
import { mayPrint } from '@/components/labels/printing'
import { refundWithReport } from '@/components/labels/refund'
import { runBulk } from '@/components/ui/jobs/runBulk'
import { withBusy } from '@/components/ui/modals/busy'
import { confirm, showFailure, showSuccess } from '@/components/ui/modals/dialogs'
import { toastSuccess } from '@/components/ui/modals/toasts'
import { formatCount, plural } from '@/lib/format'

import { postDownload } from './download'
import { printReport, tellBought, tellCompiled, tellDone } from './outcome'

export interface Chosen {
  target: BulkTarget
  /** The chosen rows this browser has seen. */
  rows: readonly ShipmentRow[]
}

/** The account's settings for labels. */
export interface LabelSettings {
  format: LabelFormat
  layout: LabelLayout
  packingSlip: boolean
  /** Null: labels are printed from the browser. */
  printer: { id: string | null } | null
}

function isEmpty({ target }: Chosen): boolean {
  if (target.count > 0) return false
  void showFailure('Select at least one shipment')
  return true
}

function busy(verb: string, { target }: Chosen): string {
  return `${verb} ${formatCount(target.count)} label(s)...`
}

async function telling(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
  } catch (error) {
    tellFailure(error)
  }
  return true
}

export async function buy(chosen: Chosen): Promise<boolean> {
  if (isEmpty(chosen)) return false
  const { target, rows } = chosen
  const agreed = await confirm({
    title: 'Buy labels',
    message: `This will buy ${plural(target.count, 'label')} and charge your account, proceed?`,
    confirmLabel: 'Buy',
  })
  if (!agreed) return false
  return telling(async () => {
    const start = (signal: AbortSignal) => buyLabels(target, signal)
    tellBought(await runBulk({ text: busy('Buying', chosen), start, poll: jobStatus }), rows)
  })
}

function compileStart(target: BulkTarget, settings: LabelSettings, format: LabelFormat) {
  const options = { format, layout: settings.layout, packing_slip: settings.packingSlip }
  return (signal: AbortSignal) => compileLabels(target, options, signal)
}

export async function compile(chosen: Chosen, settings: LabelSettings): Promise<boolean> {
  if (isEmpty(chosen)) return false
  const agreed = await confirm({
    title: 'Compile labels',
    message: 'This will compile the selected labels and mark them as downloaded, proceed?',
    confirmLabel: 'Compile',
  })
  if (!agreed) return false
  return telling(async () => {
    const start = compileStart(chosen.target, settings, settings.format)
    tellCompiled(await runBulk({ text: busy('Compiling', chosen), start, poll: jobStatus }))
  })
}

/** On the account's printer, or from the browser when there is none. */
export async function print(chosen: Chosen, settings: LabelSettings): Promise<boolean> {
  if (isEmpty(chosen) || !mayPrint(settings.format)) return false
  const { target } = chosen
  const { printer, format } = settings
  const text = busy('Printing', chosen)
  return telling(async () => {
    if (printer) {
      const options = { format, printer_id: printer.id }
      const start = (signal: AbortSignal) => printLabels(target, options, signal)
      tellDone(await runBulk({ text, start, poll: jobStatus }), 'printed')
      return
    }
    // One file holds several labels only as PDF.
    const start = compileStart(target, settings, target.count > 1 ? 'pdf' : format)
    const outcome = await runBulk({ text, start, poll: jobStatus })
    const file = fileOf(outcome.report)
    if (file && !outcome.left) await printReport(file)
    else tellCompiled(outcome)
  })
}

export async function refund(chosen: Chosen): Promise<boolean> {
  if (isEmpty(chosen)) return false
  const { target, rows } = chosen
  return refundWithReport({
    count: target.count,
    shipments: rows,
    start: (signal) => refundLabels(target, signal),
    poll: jobStatus,
  })
}

/** `id` null executes all of them. */
export async function execute(
  chosen: Chosen,
  automation: { id: string | null; name: string },
): Promise<boolean> {
  if (isEmpty(chosen)) return false
  const { target } = chosen
  return telling(async () => {
    const applied = await withBusy(
      `Executing "${automation.name}" against ${formatCount(target.count)} shipment(s)...`,
      (signal) => executeAutomations(target, automation.id, signal),
    )
    void showSuccess(`${plural(applied, 'action')} applied.`)
  })
}

export function download(chosen: Chosen): boolean {
  if (isEmpty(chosen)) return false
  postDownload(downloadForm(chosen.target))
  return true
}

export async function removeDrafts(chosen: Chosen): Promise<boolean> {
  if (isEmpty(chosen)) return false
  const { target } = chosen
  const agreed = await confirm({
    title: 'Delete drafts',
    message:
      target.count === 1
        ? 'Are you sure you want to delete this shipment? This action cannot be undone.'
        : `Are you sure you want to delete these ${formatCount(target.count)} shipments? This action cannot be undone.`,
    confirmLabel: 'Delete',
    danger: true,
  })
  if (!agreed) return false
  return telling(async () => {
    const failures: string[] = []
    const deleted = await withBusy('Deleting...', async (signal, report) => {
      const ids = target.kind === 'ids' ? target.ids : await matchingIds(target.query, signal)
      for (const [at, id] of ids.entries()) {
        signal.throwIfAborted()
        report({ done: at, total: ids.length })
        try {
          await deleteShipment(id, signal)
        } catch (error) {
          signal.throwIfAborted()
          failures.push(error instanceof Error ? error.message : String(error))
        }
      }
      return ids.length - failures.length
    })
    // The failures of several drafts are told together.
    if (failures.length > 0) await showFailure([...new Set(failures)].join(' '))
    else toastSuccess(`${plural(deleted, 'draft')} deleted`)
  })
}
