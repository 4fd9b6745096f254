// What is done to many shipments at once. 'Select all N matching' sends the query, never ids. Each
// call answers with its report, or with the job that goes on.
import type { BulkStart } from '@/lib/bulk'

import { api, call, type Reply } from '../client'
import type { components } from '../schema.gen'
import { matchingIds } from './list'
import type { LabelFormat, LabelLayout, LabelsReport, ShipmentFilters } from './wire'

/** Which shipments: those of a selection. */
export type BulkTarget =
  | { kind: 'ids'; ids: string[]; count: number }
  | { kind: 'query'; query: ShipmentFilters; count: number }

function targetBody(target: BulkTarget) {
  return target.kind === 'ids' ? { ids: target.ids } : { all_matching: target.query }
}

type ManyReply = components['schemas']['ManyReply']

async function start(request: Promise<Reply<ManyReply>>): Promise<BulkStart<LabelsReport>> {
  const { job_id, message, report, errors } = await call(request)
  if (job_id) return { kind: 'running', jobId: job_id }
  return { kind: 'finished', message: message || null, report: report ?? null, errors }
}

export function buyLabels(target: BulkTarget, signal: AbortSignal) {
  return start(api().POST('/dashboard/shipments/buy', { body: targetBody(target), signal }))
}

export interface CompileOptions {
  format: LabelFormat
  layout: LabelLayout
  packing_slip: boolean
}

export function compileLabels(target: BulkTarget, options: CompileOptions, signal: AbortSignal) {
  const body = { ...targetBody(target), ...options }
  return start(api().POST('/dashboard/shipments/compile', { body, signal }))
}

export interface PrintOptions {
  format: LabelFormat
  /** Null: the account's own. */
  printer_id: string | null
}

/** Sends labels to a printer that the server reaches. */
export function printLabels(target: BulkTarget, options: PrintOptions, signal: AbortSignal) {
  const { format, printer_id } = options
  const body = { ...targetBody(target), format, ...(printer_id ? { printer_id } : {}) }
  return start(api().POST('/dashboard/shipments/print', { body, signal }))
}

export function refundLabels(target: BulkTarget, signal: AbortSignal) {
  return start(api().POST('/dashboard/shipments/refund', { body: targetBody(target), signal }))
}

/** `automationId` null means all of them. Returns how many actions were applied. */
export async function executeAutomations(
  target: BulkTarget,
  automationId: string | null,
  signal: AbortSignal,
): Promise<number> {
  const shipment_ids = target.kind === 'ids' ? target.ids : await matchingIds(target.query, signal)
  const body = { shipment_ids, automation_ids: automationId === null ? null : [automationId] }
  const { report } = await call(api().POST('/dashboard/shipments/execute', { body, signal }))
  return report.applied_actions
}
