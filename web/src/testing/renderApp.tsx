// Renders parts or whole routes as the app would: same providers, a memory history, a fresh cache.
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'

import { AppProviders } from '@/app/providers'
import { createQueryClient } from '@/app/queryClient'
import { createAppRouter } from '@/app/router'

/** A component inside the provider tree, without a router. */
export function renderUi(ui: ReactNode) {
  const queryClient = createQueryClient()
  const wrap = (content: ReactNode) => (
    <AppProviders queryClient={queryClient} env="test">
      {content}
    </AppProviders>
  )
  const view = render(wrap(ui))
  return {
    ...view,
    rerender: (next: ReactNode) => view.rerender(wrap(next)),
    user: userEvent.setup(),
    queryClient,
  }
}

/** The app itself, opened at `path`. */
export function renderApp(path: string) {
  const queryClient = createQueryClient()
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createAppRouter({ queryClient, history })
  const view = renderUi(<RouterProvider router={router} />)
  return { ...view, router, queryClient }
}
