// Carrier accounts: ours, and the user's own at FedEx and UPS (owner).
import { createFileRoute } from '@tanstack/react-router'

import { CarrierAccountsPage } from '@/features/carrier-accounts/CarrierAccountsPage'

export const Route = createFileRoute('/_app/carrier-accounts')({
  staticData: { title: 'Carrier Accounts', page: '/carrier-accounts' },
  component: CarrierAccountsPage,
})
