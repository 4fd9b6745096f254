// Bulk purchase of drafts (owner). The underscore keeps it out of the list at /shipments.
import { createFileRoute } from '@tanstack/react-router'

import { BuyLabelsPage } from '@/features/buy-labels/BuyLabelsPage'
import { listSearch, textParam } from '@/lib/search'

export const Route = createFileRoute('/_app/shipments_/buy-labels')({
  validateSearch: listSearch({ q: textParam, upload_id: textParam }),
  staticData: { title: 'Buy Labels', page: '/shipments/buy-labels' },
  component: BuyLabelsPage,
})
