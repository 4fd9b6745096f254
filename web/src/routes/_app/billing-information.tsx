// Who is billed, and where (owner, or sub-users with billing_settings).
import { createFileRoute } from '@tanstack/react-router'

import { BillingInformationPage } from '@/features/billing-information/BillingInformationPage'

export const Route = createFileRoute('/_app/billing-information')({
  staticData: { title: 'Billing Information', page: '/billing-information' },
  component: BillingInformationPage,
})
