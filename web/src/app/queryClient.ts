// One query client per app (tests make their own). Failures reach the screens at once: a screen
// offers 'Try again', and the server already retries what is safe to retry.
// Any failed request is told in the words of the error catalogue, unless the code that asked
// shows the failure itself and says so by `meta: { quiet: true }`.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import { ApiError, isAbort, requestErrorText } from '@/api/errors'
import { userQuery } from '@/api/user'
import { toastError } from '@/components/ui/modals/toasts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { quiet?: boolean }
    mutationMeta: { quiet?: boolean }
  }
}

function tell(error: Error, quiet: boolean | undefined): void {
  // A 401 speaks for itself: the app is on its way to the sign-in page.
  const ended = error instanceof ApiError && error.status === 401
  if (!quiet && !ended && !isAbort(error)) toastError(requestErrorText(error))
}

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        tell(error, query.meta?.quiet)
        // Permissions or terms changed meanwhile: look again at who the user is.
        const isUser = query.queryKey[0] === userQuery.queryKey[0]
        if (!isUser && error instanceof ApiError && error.status === 403) {
          void client.invalidateQueries(userQuery)
        }
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _result, mutation) => tell(error, mutation.meta?.quiet),
    }),
    defaultOptions: {
      queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
  return client
}
