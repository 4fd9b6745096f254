// Sub-users and what they may do (owner).
import { createFileRoute } from '@tanstack/react-router'

import { PermissionsPage } from '@/features/people/PermissionsPage'
import { listSearch } from '@/lib/search'

export const Route = createFileRoute('/_app/permissions')({
  validateSearch: listSearch({}),
  staticData: { title: 'Permissions', page: '/permissions' },
  component: PermissionsPage,
})
