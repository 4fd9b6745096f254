// Invoices of accounts that are billed monthly. They are paid by a charge: see balance.ts.
import { queryOptions } from '@tanstack/react-query'

import type { Day } from '@/lib/day'

import { type Choices, choicesOf } from './choices'
import { api, call } from './client'
import type { components } from './schema.gen'
import { saveSettings } from './settings'

/** Marks every page of the list, for invalidation. */
export const invoicesKey = ['invoices'] as const

type InvoiceOut = components['schemas']['InvoiceOut']

export interface Invoice extends Omit<InvoiceOut, 'from' | 'to' | 'due'> {
  /** First and last day of its period: days of UTC, as on the paper, wherever the viewer is. */
  from: Day
  to: Day
  due: Day
}

export type InvoiceKind = 'outstanding' | 'paid' | 'all'

interface InvoicesPage {
  items: readonly Invoice[]
  total_count: number
  autopay: Choices
}

function utcDay(instant: string, before = 0): Day {
  return new Date(Date.parse(instant) - before).toISOString().slice(0, 10)
}

function inDays({ from, to, due, ...invoice }: InvoiceOut): Invoice {
  // The server names the first instant after the period.
  return { ...invoice, from: utcDay(from), to: utcDay(to, 1), due: utcDay(due) }
}

export function invoicesQuery({ page, per }: { page: number; per: number }, kind: InvoiceKind) {
  const query = { page, per, kind }
  return queryOptions({
    queryKey: [...invoicesKey, query],
    queryFn: async ({ signal }): Promise<InvoicesPage> => {
      const reply = await call(api().GET('/dashboard/invoices', { params: { query }, signal }))
      const { items, total_count, autopay } = reply
      return { items: items.map(inDays), total_count, autopay: choicesOf(autopay) }
    },
  })
}

/** Null: invoices are not paid by themselves. */
export async function saveAutopayMethod(invoice_autopay_method_id: string | null): Promise<void> {
  await saveSettings({ invoice_autopay_method_id })
}
