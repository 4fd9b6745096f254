// Bought labels (owner, or sub-users with shipment_reporting). The start page.
import { createFileRoute } from '@tanstack/react-router'

import { LabelDefaultsButton } from '@/features/label-defaults/LabelDefaultsButton'
import { shipmentsSearch } from '@/features/shipments/search'
import { ShipmentsPage } from '@/features/shipments/ShipmentsPage'
import { UploadButton } from '@/features/uploads/UploadButton'

export const Route = createFileRoute('/_app/shipments')({
  validateSearch: shipmentsSearch,
  staticData: { title: 'Shipments', page: '/shipments' },
  component: () => (
    <ShipmentsPage
      headerButtons={
        <>
          <LabelDefaultsButton />
          <UploadButton variant="default" />
        </>
      }
    />
  ),
})
