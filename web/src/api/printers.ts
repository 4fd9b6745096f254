// Printers that the server reaches by the network (owner).
import { queryOptions } from '@tanstack/react-query'

import { api, call } from './client'
import type { components } from './schema.gen'

export type Printer = components['schemas']['PrinterOut']

export const printersQuery = queryOptions({
  queryKey: ['printers'],
  queryFn: async ({ signal }): Promise<Printer[]> => {
    const query = { per: 200 }
    const reply = await call(api().GET('/dashboard/printers', { params: { query }, signal }))
    return reply.items
  },
  // The dialog tells the failure of its list.
  meta: { quiet: true },
})

export async function addPrinter(printer: { name: string; uri: string }): Promise<void> {
  await call(api().POST('/dashboard/printers', { body: { printer } }))
}

export async function deletePrinter(id: string): Promise<void> {
  await call(api().DELETE('/dashboard/printers/{id}', { params: { path: { id } } }))
}

/** Prints a test page. Returns the server's message. */
export async function testPrinter(id: string, signal: AbortSignal): Promise<string> {
  const path = { id }
  const reply = await call(
    api().POST('/dashboard/printers/{id}/test', { params: { path }, signal }),
  )
  return reply.message || 'Operation was successful!'
}
