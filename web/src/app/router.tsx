// The router over the generated route tree. Tests pass a memory history.
import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'

import type { RuledPage } from '@/lib/access'
import { parseSearch, stringifySearch } from '@/lib/search'
import { routeTree } from '@/routeTree.gen'

import { NotFoundPage, PendingPage, RouteError } from './shell/pages'

interface RouterOptions {
  queryClient: QueryClient
  history?: RouterHistory
}

export function createAppRouter({ queryClient, history }: RouterOptions) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PendingPage,
    defaultPendingMs: 400,
    scrollRestoration: true,
    ...(history ? { history } : {}),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }

  interface StaticDataRouteOption {
    /** For the browser's title: 'Permissions'. */
    title?: string
    /** The page whose rule decides who may see this route; without it, whoever is signed in. */
    page?: RuledPage
  }

  interface HistoryState {
    /** Where a signed-out visitor wanted to go; the sign-in page returns there. */
    next?: string
  }
}
