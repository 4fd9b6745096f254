// Who changed what, when and from where (owner).
import { createFileRoute } from '@tanstack/react-router'

import { ActivityPage } from '@/features/activity/ActivityPage'
import { dayParam, listSearch, textParam } from '@/lib/search'

export const Route = createFileRoute('/_app/activity')({
  validateSearch: listSearch({ action: textParam, date_from: dayParam, date_to: dayParam }),
  staticData: { title: 'Activity', page: '/activity' },
  component: ActivityPage,
})
