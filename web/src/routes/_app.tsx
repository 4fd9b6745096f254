// Pages for signed-in users. Everybody else is sent to '/' and comes back after signing in; terms
// to accept come before any page.
import { createFileRoute, redirect } from '@tanstack/react-router'

import { signedInUser, TermsPending } from '@/app/guards'
import { AppError } from '@/app/shell/AppError'
import { Shell } from '@/app/shell/Shell'

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ context, location }) => {
    const user = await signedInUser(context.queryClient)
    if (!user) throw redirect({ to: '/', state: { next: location.href }, replace: true })
    if (user.tos_to_accept) throw new TermsPending()
    return { user }
  },
  component: Shell,
  errorComponent: AppError,
})
