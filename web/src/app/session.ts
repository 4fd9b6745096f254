// The app follows the stored session, whoever changed it: a sign-in, a sign-out, a 401, the switch
// of servers, or another tab. What was cached or typed belongs to the old session and is dropped.
// Nothing else navigates on a change of session.
import type { QueryClient } from '@tanstack/react-query'

import { userQuery } from '@/api/user'
import { clearTyped, readStorage, subscribeStorage } from '@/lib/storage'

import type { createAppRouter } from './router'

type AppRouter = ReturnType<typeof createAppRouter>

/** Returns what stops it. */
export function followSession(router: AppRouter, queryClient: QueryClient): () => void {
  let { key, server } = readStorage()

  async function signedOut(): Promise<void> {
    await router.navigate({ to: '/', replace: true })
    // Dropped only now: the page that was left must not ask again without a session.
    queryClient.clear()
  }

  async function changed(): Promise<void> {
    const oldUser = queryClient.getQueryData(userQuery.queryKey)
    // At once, before anything is drawn again: nothing may show, or wait for, the old session's data.
    queryClient.clear()
    if (key !== null) {
      // Only the user stays until the new one is known, so that the shell does not vanish meanwhile.
      if (oldUser) queryClient.setQueryData(userQuery.queryKey, oldUser)
      await queryClient
        .fetchQuery({ ...userQuery, staleTime: 0 })
        .catch(() => queryClient.removeQueries(userQuery))
    }
    await router.invalidate()
  }

  return subscribeStorage(() => {
    const next = readStorage()
    if (next.key === key && next.server === server) return
    const ended = key !== null && next.key === null
    key = next.key
    server = next.server
    clearTyped()
    // A failed navigation shows its own error page.
    ;(ended ? signedOut() : changed()).catch(() => undefined)
  })
}
