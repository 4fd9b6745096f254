// What is done to many shipments at once. 'Select all N matching' sends the query, never ids. Each
// call answers with its report, or with the job that goes on.
import type { BulkStart } from '@/lib/bulk'

import { ask } from '../untyped'
import type {
  BuyReport,
  ExecuteReport,
  FileReport,
  LabelFormat,
  LabelLayout,
  RefundReport,
  ShipmentFilters,
} from './wire'

/** Which shipments: those of a selection. */
export type BulkTarget =
  | { kind: 'ids'; ids: string[]; count: number }
  | { kind: 'query'; query: ShipmentFilters; count: number }

interface BulkReply<R> {
  job_id?: string
  message?: string | null
  report?: R | null
  errors?: string[]
}

function targetBody(target: BulkTarget) {
  return target.kind === 'ids' ? { ids: target.ids } : { all_matching: target.query }
}

async function start<R>(action: string, body: object, signal: AbortSignal): Promise<BulkStart<R>> {
  const path = `/dashboard/shipments/${action}`
  const reply = await ask<BulkReply<R>>('POST', path, { body, signal })
  if (reply.job_id) return { kind: 'running', jobId: reply.job_id }
  return {
    kind: 'finished',
    message: reply.message || null,
    report: reply.report ?? null,
    errors: reply.errors ?? [],
  }
}

export function buyLabels(target: BulkTarget, signal: AbortSignal) {
  return start<BuyReport>('buy', targetBody(target), signal)
}

export interface CompileOptions {
  format: LabelFormat
  layout: LabelLayout
  packing_slip: boolean
}

export function compileLabels(target: BulkTarget, options: CompileOptions, signal: AbortSignal) {
  return start<FileReport>('compile', { ...targetBody(target), ...options }, signal)
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
  return start<FileReport>('print', body, signal)
}

export function refundLabels(target: BulkTarget, signal: AbortSignal) {
  return start<RefundReport>('refund', targetBody(target), signal)
}

/** `automationId` null means all of them. */
export function executeAutomations(
  target: BulkTarget,
  automationId: string | null,
  signal: AbortSignal,
) {
  const which =
    target.kind === 'ids' ? { shipment_ids: target.ids } : { all_matching: target.query }
  const body = { ...which, automation_ids: automationId === null ? null : [automationId] }
  return start<ExecuteReport>('execute', body, signal)
}
