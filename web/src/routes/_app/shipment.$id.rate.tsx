// The rates of a shipment, and buying one (owner).
import { createFileRoute } from '@tanstack/react-router'

import { RatePage } from '@/features/shipment-rate/RatePage'

export const Route = createFileRoute('/_app/shipment/$id/rate')({
  staticData: { title: 'Rates', page: '/shipment' },
  component: RatePage,
})
