// The filters of the two lists: their defaults, and the bar that shows them. Choices come from the
// server; those that the specification names are there before its first answer.
import type { Choice } from '@/api/choices'
import type { ShipmentFilters, ShipmentsPage } from '@/api/shipments/wire'
import type { FilterOption, FilterSpec } from '@/components/table/filters'
import { defaultRange } from '@/lib/dates'
import type { ListSearch } from '@/lib/search'

const DEFAULT_DOWNLOADED = 'all'
const DEFAULT_SOURCE = 'internal'
const ANY_SOURCE = 'all'

const DOWNLOADED: readonly Choice[] = [
  ['all', 'All'],
  ['yes', 'Downloaded'],
  ['no', 'Not downloaded'],
]
const SOURCES: readonly Choice[] = [
  ['internal', 'Internal'],
  ['all', 'All'],
  ['upload', 'Upload'],
  ['shop', 'Shop'],
]

export interface ShipmentsSearch extends ListSearch {
  q?: string | undefined
  downloaded?: string | undefined
  source?: string | undefined
  from?: string | undefined
  to?: string | undefined
  status?: string | undefined
  carrier?: string | undefined
  presets?: string | undefined
  /** The shipments of one upload. */
  upload_id?: string | undefined
}

/** What the address bar says, with the defaults filled in. */
export function filtersOf(search: ShipmentsSearch, draft: boolean): ShipmentFilters {
  const { q, downloaded, source, from, to, status, carrier, presets, upload_id } = search
  // An upload is shown whole, whenever it was and wherever its rows came from.
  const range = from && to ? { from, to } : upload_id ? null : defaultRange()
  return {
    draft,
    q,
    downloaded: downloaded ?? DEFAULT_DOWNLOADED,
    source: source ?? (upload_id ? ANY_SOURCE : DEFAULT_SOURCE),
    from: range?.from,
    to: range?.to,
    status,
    carrier,
    presets,
    upload_id,
  }
}

function options(choices: readonly Choice[]): FilterOption[] {
  return choices.map(([value, label]) => ({ value, label }))
}

function offered(sent: readonly Choice[] | undefined, fallback: readonly Choice[]): FilterOption[] {
  return options(sent && sent.length > 0 ? sent : fallback)
}

type Spec = FilterSpec<keyof ShipmentsSearch>

/** Presets are offered once the account has some, the upload while one is shown. */
export function filterSpecs(
  sent: ShipmentsPage['options'] | undefined,
  draft: boolean,
  uploadId: string | undefined,
): Spec[] {
  const dates: Spec = { kind: 'dates', fromKey: 'from', toKey: 'to', label: 'Date' }
  const always: Spec[] = [
    { kind: 'text', key: 'q', label: draft ? 'Search drafts' : 'Search shipments' },
    uploadId ? dates : { ...dates, defaultRange: defaultRange() },
    {
      kind: 'select',
      key: 'source',
      label: 'Source',
      options: offered(sent?.source, SOURCES),
      defaultValue: uploadId ? ANY_SOURCE : DEFAULT_SOURCE,
    },
    { kind: 'select', key: 'status', label: 'Status', options: options(sent?.status ?? []) },
    { kind: 'select', key: 'carrier', label: 'Carrier', options: options(sent?.carrier ?? []) },
  ]
  const downloaded: Spec = {
    kind: 'select',
    key: 'downloaded',
    label: 'Downloaded',
    options: offered(sent?.downloaded, DOWNLOADED),
    defaultValue: DEFAULT_DOWNLOADED,
  }
  const presets: Spec = {
    kind: 'select',
    key: 'presets',
    label: 'Preset',
    options: options(sent?.presets ?? []),
  }
  const upload: Spec = {
    kind: 'select',
    key: 'upload_id',
    label: 'Upload',
    options: uploadId ? [{ value: uploadId, label: 'This upload' }] : [],
  }
  return [
    ...always,
    ...(uploadId ? [upload] : []),
    ...(draft ? [] : [downloaded]),
    ...(sent && sent.presets.length > 0 ? [presets] : []),
  ]
}
