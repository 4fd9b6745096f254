// Invoices of accounts that are billed monthly. They are paid by a charge: see balance.ts.
import { queryOptions } from '@tanstack/react-query'

import type { Choices } from './contract'
import { ask } from './untyped'

/** Marks every page of the list, for invalidation. */
export const invoicesKey = ['invoices'] as const

export interface Invoice {
  id: string
  /** Six digits. */
  number: string
  kind: string
  from: string
  to: string
  due: string
  amount: string
  amount_paid: string
  amount_due: string
  status: 'open' | 'overdue' | 'paid'
  report_download_url: string | null
}

export type InvoiceKind = 'outstanding' | 'paid' | 'all'

interface InvoicesPage {
  items: readonly Invoice[]
  total_count: number
  autopay: Choices
}

export function invoicesQuery({ page, per }: { page: number; per: number }, kind: InvoiceKind) {
  return queryOptions({
    queryKey: [...invoicesKey, { page, per, kind }],
    queryFn: ({ signal }) =>
      ask<InvoicesPage>('GET', '/dashboard/invoices', { query: { page, per, kind }, signal }),
  })
}

/** Null: invoices are not paid by themselves. */
export async function saveAutopayMethod(invoice_autopay_method_id: string | null): Promise<void> {
  await ask('PATCH', '/dashboard/user/settings', {
    body: { settings: { invoice_autopay_method_id } },
  })
}
