// Incentives of externally billed accounts (owner, or sub-users with billing_reporting).
import { createFileRoute } from '@tanstack/react-router'

import { ExternalBillingPage } from '@/features/incentives/ExternalBillingPage'
import { listSearch } from '@/lib/search'

export const Route = createFileRoute('/_app/external-billing')({
  validateSearch: listSearch({}),
  staticData: { title: 'External Billing', page: '/external-billing' },
  component: ExternalBillingPage,
})
