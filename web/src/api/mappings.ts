// Saved mappings of uploads: which header of a spreadsheet is which field. Default ones are fixed.
import { queryOptions } from '@tanstack/react-query'

import { ask } from './untyped'

export interface UploadMapping {
  id: string
  name: string
  /** Header -> target. */
  dictionary: Record<string, string>
  default: boolean
}

export type MappingInput = Pick<UploadMapping, 'name' | 'dictionary'>

interface MappingsPage {
  items: UploadMapping[]
  total_count: number
}

const MAPPINGS = 'shipment_upload_mappings'
const PATH = '/dashboard/shipment_upload_mappings'
/** Lists that fill a picker: the largest page there is. */
const WHOLE_LIST = { page: 1, per: 200 }

function pathOf(id: string, rest = ''): string {
  return `${PATH}/${encodeURIComponent(id)}${rest}`
}

/** Marks every page of the list, for invalidation. */
export const mappingsKey = [MAPPINGS] as const

export function mappingsQuery({ page, per }: { page: number; per: number } = WHOLE_LIST) {
  return queryOptions({
    queryKey: [MAPPINGS, { page, per }],
    queryFn: ({ signal }) => ask<MappingsPage>('GET', PATH, { query: { page, per }, signal }),
    meta: { quiet: true },
  })
}

/** Without an id a new one is made. */
export async function saveMapping(id: string | null, mapping: MappingInput): Promise<void> {
  const body = { shipment_upload_mapping: mapping }
  if (id === null) await ask('POST', PATH, { body })
  else await ask('PATCH', pathOf(id), { body })
}

export async function deleteMapping(id: string): Promise<void> {
  await ask('DELETE', pathOf(id))
}

/** The signed address of a CSV file with the mapping's headers. */
export async function mappingTemplate(id: string): Promise<string> {
  const reply = await ask<{ url: string }>('GET', pathOf(id, '/template'))
  return reply.url
}
