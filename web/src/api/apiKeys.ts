// Keys for programs. The server keeps them hashed: the full key is in the reply to its creation
// and nowhere else.
import { queryOptions } from '@tanstack/react-query'

import { api, call } from './client'
import type { components } from './schema.gen'

export type ApiKey = components['schemas']['ApiKeyOut']

export const apiKeysQuery = queryOptions({
  queryKey: ['api_keys'],
  queryFn: ({ signal }) =>
    call(api().GET('/dashboard/api_keys', { params: { query: { per: 200 } }, signal })),
  // The table tells the failure of its list.
  meta: { quiet: true },
})

export async function createApiKey(description: string): Promise<ApiKey> {
  const reply = await call(
    api().POST('/dashboard/api_keys', { body: { api_key: { description } } }),
  )
  return reply.api_key
}

export async function deleteApiKey(id: string): Promise<void> {
  await call(api().DELETE('/dashboard/api_keys/{id}', { params: { path: { id } } }))
}

export async function setDefaultApiKey(id: string): Promise<void> {
  await call(api().PATCH('/dashboard/api_keys/{id}/default', { params: { path: { id } } }))
}
