// Saved mappings of uploads: which header of a spreadsheet is which field. Default ones are fixed.
import { queryOptions } from '@tanstack/react-query'

import { api, call } from './client'
import type { components } from './schema.gen'

/** Its dictionary: header -> target. */
export type UploadMapping = components['schemas']['MappingOut']

export type MappingInput = Pick<UploadMapping, 'name' | 'dictionary'>

const MAPPINGS = 'shipment_upload_mappings'
const PATH = '/dashboard/shipment_upload_mappings'
const ONE = '/dashboard/shipment_upload_mappings/{id}'
/** Lists that fill a picker: the largest page there is. */
const WHOLE_LIST = { page: 1, per: 200 }

/** Marks every page of the list, for invalidation. */
export const mappingsKey = [MAPPINGS] as const

export function mappingsQuery({ page, per }: { page: number; per: number } = WHOLE_LIST) {
  return queryOptions({
    queryKey: [MAPPINGS, { page, per }],
    queryFn: ({ signal }) => call(api().GET(PATH, { params: { query: { page, per } }, signal })),
    meta: { quiet: true },
  })
}

/** Without an id a new one is made. */
export async function saveMapping(id: string | null, mapping: MappingInput): Promise<void> {
  const body = { shipment_upload_mapping: mapping }
  if (id === null) await call(api().POST(PATH, { body }))
  else await call(api().PATCH(ONE, { params: { path: { id } }, body }))
}

export async function deleteMapping(id: string): Promise<void> {
  await call(api().DELETE(ONE, { params: { path: { id } } }))
}

/** The signed address of a CSV file with the mapping's headers. */
export async function mappingTemplate(id: string): Promise<string> {
  const path = '/dashboard/shipment_upload_mappings/{id}/template'
  const reply = await call(api().GET(path, { params: { path: { id } } }))
  return reply.url
}
