// Printers that the server reaches by the network (owner).
import { queryOptions } from '@tanstack/react-query'

import { ask } from './untyped'

export interface Printer {
  id: string
  name: string
  uri: string
  kind: string
}

const PATH = '/dashboard/printers'

export const printersQuery = queryOptions({
  queryKey: ['printers'],
  queryFn: async ({ signal }): Promise<Printer[]> => {
    const reply = await ask<{ items: Printer[] }>('GET', PATH, { query: { per: 200 }, signal })
    return reply.items
  },
  // The dialog tells the failure of its list.
  meta: { quiet: true },
})

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}

export async function addPrinter(printer: { name: string; uri: string }): Promise<void> {
  await ask('POST', PATH, { body: { printer } })
}

export async function deletePrinter(id: string): Promise<void> {
  await ask('DELETE', pathOf(id))
}

/** Prints a test page. Returns the server's message. */
export async function testPrinter(id: string, signal: AbortSignal): Promise<string> {
  const reply = await ask<{ message?: string }>('POST', `${pathOf(id)}/test`, { body: {}, signal })
  return reply.message || 'Operation was successful!'
}
