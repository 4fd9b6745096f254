// The wizard from a spreadsheet to its labels (owner; sub-users with shipment_reporting may look).
import { createFileRoute } from '@tanstack/react-router'

import { UploadWizardPage } from '@/features/upload-wizard/UploadWizardPage'
import { listSearch } from '@/lib/search'

export const Route = createFileRoute('/_app/shipment-upload/$id')({
  validateSearch: listSearch({}),
  staticData: { title: 'CSV Upload Labels', page: '/shipment-upload' },
  component: UploadWizardPage,
})
