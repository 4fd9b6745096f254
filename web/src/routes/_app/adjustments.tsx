// What carriers charged differently from the quote (owner, or billing_reporting).
import { createFileRoute } from '@tanstack/react-router'

import { AdjustmentsPage } from '@/features/balance/AdjustmentsPage'
import { adjustmentsSearch } from '@/features/balance/search'

export const Route = createFileRoute('/_app/adjustments')({
  validateSearch: adjustmentsSearch,
  staticData: { title: 'Adjustments', page: '/adjustments' },
  component: AdjustmentsPage,
})
