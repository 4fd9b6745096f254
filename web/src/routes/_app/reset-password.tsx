// The password form as a page; the sidebar opens the same form in a modal.
import { createFileRoute } from '@tanstack/react-router'

import { ResetPasswordPage } from '@/features/auth/ResetPasswordPage'

export const Route = createFileRoute('/_app/reset-password')({
  staticData: { title: 'Reset password' },
  component: ResetPasswordPage,
})
