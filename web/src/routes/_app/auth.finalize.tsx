// Where a shop sends the user back after authorising: hands key and domain over, then goes on to
// the shop connections.
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { FinalizePage } from '@/features/auth/FinalizePage'
import { textParam } from '@/lib/search'

export const Route = createFileRoute('/_app/auth/finalize')({
  validateSearch: z.object({ key: textParam, domain: textParam }),
  staticData: { title: 'Connecting your shop' },
  component: FinalizePage,
})
