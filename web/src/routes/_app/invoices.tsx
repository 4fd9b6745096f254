// Invoices of accounts that are billed monthly (owner, billing_reporting or billing_settings).
import { createFileRoute } from '@tanstack/react-router'

import { InvoicesPage } from '@/features/invoices/InvoicesPage'
import { choiceParam, listSearch } from '@/lib/search'

export const Route = createFileRoute('/_app/invoices')({
  validateSearch: listSearch({ kind: choiceParam(['outstanding', 'paid', 'all']) }),
  staticData: { title: 'Invoices', page: '/invoices' },
  component: InvoicesPage,
})
