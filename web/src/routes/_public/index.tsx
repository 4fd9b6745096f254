// '/': sign-in. Signed-in users go on to where they wanted to go, or to their start page; a fresh
// deployment goes to set-up; a ?token= is exchanged for a session first.
import { createFileRoute, redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { setupQuery } from '@/api/session'
import { signedInUser } from '@/app/guards'
import { SignInPage } from '@/features/auth/SignInPage'
import { startPage } from '@/lib/access'
import { choiceParam, textParam } from '@/lib/search'

const search = z.object({
  token: textParam,
  /** What became of a sign-in link. */
  link: choiceParam(['expired', 'failed']),
})

export const Route = createFileRoute('/_public/')({
  validateSearch: search,
  staticData: { title: 'Sign in' },
  beforeLoad: async ({ context, search: { token, link }, location }) => {
    if (token || link) return
    const user = await signedInUser(context.queryClient)
    if (user) {
      const { next } = location.state
      if (next) throw redirect({ href: next, replace: true })
      throw redirect({ to: startPage(user), replace: true })
    }
    const setup = await context.queryClient.ensureQueryData(setupQuery).catch(() => null)
    if (setup?.required) throw redirect({ to: '/setup', replace: true })
  },
  component: SignInPage,
})
