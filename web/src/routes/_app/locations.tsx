// Warehouse addresses (owner, or sub-users with add_locations).
import { createFileRoute } from '@tanstack/react-router'

import { LocationsPage } from '@/features/locations/LocationsPage'
import { listSearch } from '@/lib/search'

export const Route = createFileRoute('/_app/locations')({
  validateSearch: listSearch({}),
  staticData: { title: 'Locations', page: '/locations' },
  component: LocationsPage,
})
