// Shipments that are not bought yet (owner, or sub-users with shipment_reporting).
import { createFileRoute } from '@tanstack/react-router'

import { shipmentsSearch } from '@/features/shipments/search'
import { ShipmentDraftsPage } from '@/features/shipments/ShipmentDraftsPage'
import { UploadButton } from '@/features/uploads/UploadButton'

export const Route = createFileRoute('/_app/shipment-drafts')({
  validateSearch: shipmentsSearch,
  staticData: { title: 'Shipment Drafts', page: '/shipment-drafts' },
  component: () => <ShipmentDraftsPage headerButtons={<UploadButton variant="default" />} />,
})
