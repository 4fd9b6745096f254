// A bought label: tracking, price, label, order, refund (owner, or sub-users with
// shipment_reporting). The underscore keeps it out of the purchase form at /shipment/$id.
import { createFileRoute } from '@tanstack/react-router'

import { SummaryPage } from '@/features/shipment-summary/SummaryPage'

export const Route = createFileRoute('/_app/shipment/$id_/summary')({
  staticData: { title: 'Shipment', page: '/shipments' },
  component: SummaryPage,
})
