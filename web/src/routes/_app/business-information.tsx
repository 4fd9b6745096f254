// The business account at the payment processor (owner, when externally billed).
import { createFileRoute } from '@tanstack/react-router'

import { BusinessInformationPage } from '@/features/business-information/BusinessInformationPage'

export const Route = createFileRoute('/_app/business-information')({
  staticData: { title: 'Business Information', page: '/business-information' },
  component: BusinessInformationPage,
})
