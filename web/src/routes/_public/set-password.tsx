// Where the mailed link leads: /set-password#<token>. The fragment never reaches a server's log.
import { createFileRoute } from '@tanstack/react-router'

import { SetPasswordPage } from '@/features/auth/SetPasswordPage'

export const Route = createFileRoute('/_public/set-password')({
  staticData: { title: 'Set a new password' },
  component: SetPasswordPage,
})
