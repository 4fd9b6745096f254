// The root of all routes. Its context is what every loader and guard gets. The configuration is
// loaded here, before anything else; a ?token= on any address is brought to '/', which exchanges it.
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, redirect } from '@tanstack/react-router'

import { loadConfig } from '@/api/config'
import { startReporting } from '@/app/reporting'
import { Root } from '@/app/shell/Root'

interface RouterContext {
  queryClient: QueryClient
}

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ location }) => {
    const config = await loadConfig()
    startReporting(config).catch(() => undefined)
    const token = new URLSearchParams(location.searchStr).get('token')
    if (token && location.pathname !== '/') {
      throw redirect({ to: '/', search: { token }, replace: true })
    }
  },
  component: Root,
})
