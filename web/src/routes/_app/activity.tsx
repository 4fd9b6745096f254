// Who changed what, when and from where (owner).
import { createFileRoute } from '@tanstack/react-router'

import { ActivityPage } from '@/features/activity/ActivityPage'
import { requirePage } from '@/lib/access'
import { dayParam, listSearch, textParam } from '@/lib/search'

export const Route = createFileRoute('/_app/activity')({
  validateSearch: listSearch({ action: textParam, date_from: dayParam, date_to: dayParam }),
  staticData: { title: 'Activity' },
  beforeLoad: ({ context }) => requirePage(context.user, '/activity'),
  component: ActivityPage,
})
