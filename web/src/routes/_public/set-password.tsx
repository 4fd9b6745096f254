// Where the mailed link leads: /set-password#<token>. The fragment never reaches a server's log.
// The mail names the server that wrote it, because it may be read in any browser.
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { SetPasswordPage } from '@/features/auth/SetPasswordPage'
import { choiceParam } from '@/lib/search'

export const Route = createFileRoute('/_public/set-password')({
  validateSearch: z.object({ server: choiceParam(['primary', 'alternate']) }),
  staticData: { title: 'Set a new password' },
  component: SetPasswordPage,
})
