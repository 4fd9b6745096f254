// Sub-users and what they may do (owner).
import { createFileRoute } from '@tanstack/react-router'

import { PermissionsPage } from '@/features/people/PermissionsPage'
import { requirePage } from '@/lib/access'
import { listSearch } from '@/lib/search'

export const Route = createFileRoute('/_app/permissions')({
  validateSearch: listSearch({}),
  staticData: { title: 'Permissions' },
  beforeLoad: ({ context }) => requirePage(context.user, '/permissions'),
  component: PermissionsPage,
})
