// Templates of parcel, options and customs (owner).
import { createFileRoute } from '@tanstack/react-router'

import { SavedPackagesPage } from '@/features/saved-packages/SavedPackagesPage'
import { listSearch } from '@/lib/search'

export const Route = createFileRoute('/_app/saved-packages/')({
  validateSearch: listSearch({}),
  staticData: { title: 'Saved Packages', page: '/saved-packages' },
  component: SavedPackagesPage,
})
