// Password recovery; the e-mail may come in the query string.
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { ForgotPasswordPage } from '@/features/auth/ForgotPasswordPage'
import { textParam } from '@/lib/search'

export const Route = createFileRoute('/_public/forgot-password')({
  validateSearch: z.object({ email: textParam }),
  staticData: { title: 'Forgot password' },
  component: ForgotPasswordPage,
})
