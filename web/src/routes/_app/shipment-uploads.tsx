// Uploaded spreadsheets (owner, or sub-users with shipment_reporting).
import { createFileRoute } from '@tanstack/react-router'

import { UploadsPage } from '@/features/uploads/UploadsPage'
import { listSearch } from '@/lib/search'

export const Route = createFileRoute('/_app/shipment-uploads')({
  validateSearch: listSearch({}),
  staticData: { title: 'Shipment Uploads', page: '/shipment-uploads' },
  component: UploadsPage,
})
