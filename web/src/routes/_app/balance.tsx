// The prepaid balance and its payment logs (owner of a wallet account, or billing_reporting).
import { createFileRoute } from '@tanstack/react-router'

import { BalancePage } from '@/features/balance/BalancePage'
import { balanceSearch } from '@/features/balance/search'

export const Route = createFileRoute('/_app/balance')({
  validateSearch: balanceSearch,
  staticData: { title: 'Balance', page: '/balance' },
  component: BalancePage,
})
