// Pages for signed-in users. Everybody else is sent to '/' and comes back after signing in.
import { createFileRoute, redirect } from '@tanstack/react-router'

import { signedInUser } from '@/app/guards'
import { Shell } from '@/app/shell/Shell'

export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ context, location }) => {
    const user = await signedInUser(context.queryClient)
    if (!user) throw redirect({ to: '/', state: { next: location.href }, replace: true })
  },
  component: Shell,
})
