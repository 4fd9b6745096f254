// Renders whole routes as the app would: same providers, a memory history, a fresh cache.
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { onTestFinished } from 'vitest'

import { createQueryClient } from '@/app/queryClient'
import { createAppRouter } from '@/app/router'
import { followSession } from '@/app/session'

import { renderUi } from './renderUi'

/** The app itself, opened at `path`. */
export function renderApp(path: string) {
  const queryClient = createQueryClient()
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createAppRouter({ queryClient, history })
  onTestFinished(followSession(router, queryClient))
  const view = renderUi(<RouterProvider router={router} />, queryClient)
  return { ...view, router }
}
