// Renders a component inside the app's providers, without a router. Kept apart from renderApp, so
// that a component's test does not load every route.
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'

import { AppProviders } from '@/app/providers'
import { createQueryClient } from '@/app/queryClient'

export function renderUi(ui: ReactNode, queryClient = createQueryClient()) {
  const wrap = (content: ReactNode) => (
    <AppProviders queryClient={queryClient} env="test">
      {content}
    </AppProviders>
  )
  const view = render(wrap(ui))
  return {
    ...view,
    rerender: (next: ReactNode) => view.rerender(wrap(next)),
    user: userEvent.setup({ delay: null }),
    queryClient,
  }
}
