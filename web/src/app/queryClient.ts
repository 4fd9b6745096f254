// One query client per app (tests make their own). Failures reach the screens at once: a screen
// offers 'Try again', and the server already retries what is safe to retry.
import { QueryClient } from '@tanstack/react-query'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
}
