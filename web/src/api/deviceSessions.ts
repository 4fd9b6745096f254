// Signed-in devices: the caller's own, and for the owner those of the account's sub-users too.
import { queryOptions } from '@tanstack/react-query'

import { api, call } from './client'
import type { components } from './schema.gen'

export type DeviceSession = components['schemas']['SessionOut']

export const deviceSessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) =>
    call(api().GET('/dashboard/sessions', { params: { query: { per: 200 } }, signal })),
  // The table tells the failure of its list.
  meta: { quiet: true },
})

/** Returns the server's message. */
export async function endDeviceSession(id: string): Promise<string> {
  const reply = await call(api().DELETE('/dashboard/sessions/{id}', { params: { path: { id } } }))
  return reply.message
}

/** Every other session of the caller; returns the server's message. */
export async function endOtherSessions(): Promise<string> {
  const reply = await call(api().DELETE('/dashboard/sessions'))
  return reply.message
}
