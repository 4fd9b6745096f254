// Running and past bulk actions of the account (whoever is signed in; the server says which).
import { createFileRoute } from '@tanstack/react-router'

import { JobsPage } from '@/features/jobs/JobsPage'
import { listSearch, textParam } from '@/lib/search'

export const Route = createFileRoute('/_app/jobs/')({
  validateSearch: listSearch({ state: textParam }),
  staticData: { title: 'Jobs' },
  component: JobsPage,
})
