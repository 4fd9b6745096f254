// One bulk action: progress, outcome per row, causes.
import { createFileRoute } from '@tanstack/react-router'

import { JobPage } from '@/features/jobs/JobPage'
import { listSearch, textParam } from '@/lib/search'

export const Route = createFileRoute('/_app/jobs/$id')({
  validateSearch: listSearch({ state: textParam }),
  staticData: { title: 'Job' },
  component: JobPage,
})
