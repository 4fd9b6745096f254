// Label files: fetched with the session key, or handed to the browser's own download by a form.
import { readStorage } from '@/lib/storage'

import { currentServer } from '../config'
import { fetchFile, withQuery } from '../untyped'
import type { BulkTarget } from './bulk'
import type { FileReport, LabelFormat, LabelLayout } from './wire'

export interface LabelChoice {
  format: LabelFormat
  layout?: LabelLayout
}

export function labelFile(id: string, choice: LabelChoice, signal?: AbortSignal): Promise<Blob> {
  const path = `/dashboard/shipments/${encodeURIComponent(id)}/label`
  return fetchFile(withQuery(path, { ...choice }), signal)
}

/** The file of a report: an address of the chosen server, with or without its base. */
export function reportFile({ url }: FileReport, signal?: AbortSignal): Promise<Blob> {
  const { base } = currentServer()
  const { pathname, search } = new URL(url, window.location.origin)
  const path = base && pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname
  return fetchFile(`${path}${search}`, signal)
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
