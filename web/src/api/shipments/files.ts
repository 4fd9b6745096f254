// Label files: fetched with the session key, or handed to the browser's own download by a form.
import { readStorage } from '@/lib/storage'

import { api, call, fileFetch } from '../client'
import { currentServer } from '../config'
import type { BulkTarget } from './bulk'
import type { FileReport, LabelFormat, LabelLayout, LabelsReport } from './wire'

export interface LabelChoice {
  format: LabelFormat
  layout?: LabelLayout
}

const FILE = { parseAs: 'blob', headers: { Accept: '*/*' }, fetch: fileFetch } as const

export function labelFile(id: string, query: LabelChoice, signal?: AbortSignal): Promise<Blob> {
  const params = { path: { id }, query }
  const path = '/dashboard/shipments/{id}/label'
  return call(api().GET(path, { ...FILE, params, signal: signal ?? null }))
}

/** The file that a report names; null when it names none. */
export function fileOf(report: LabelsReport | null): FileReport | null {
  return report?.url && report.format ? { url: report.url, format: report.format } : null
}

/** Its address holds the file's id and a ticket. */
export function reportFile({ url }: FileReport, signal?: AbortSignal): Promise<Blob> {
  const { pathname, searchParams } = new URL(url, window.location.origin)
  const id = decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1))
  const params = { path: { id }, query: { ticket: searchParams.get('ticket') ?? '' } }
  return call(api().GET('/dashboard/files/{id}', { ...FILE, params, signal: signal ?? null }))
}

interface DownloadForm {
  action: string
  fields: [name: string, value: string][]
}

/** What the download form posts: ids[] (or the query) and the session key as token. */
export function downloadForm(target: BulkTarget): DownloadForm {
  const which: [string, string][] =
    target.kind === 'ids'
      ? target.ids.map((id) => ['ids[]', id])
      : [['all_matching', JSON.stringify(target.query)]]
  return {
    action: `${currentServer().base}/dashboard/shipments/download`,
    fields: [...which, ['token', readStorage().key ?? '']],
  }
}
