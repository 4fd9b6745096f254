// Saved mappings of spreadsheets (owner; sub-users with shipment_reporting may look).
import { createFileRoute } from '@tanstack/react-router'

import { MappingsPage } from '@/features/upload-mappings/MappingsPage'
import { listSearch } from '@/lib/search'

export const Route = createFileRoute('/_app/shipment-upload-mappings')({
  validateSearch: listSearch({}),
  staticData: { title: 'Shipment Upload Mappings', page: '/shipment-upload-mappings' },
  component: MappingsPage,
})
