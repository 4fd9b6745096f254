// Boot: remove an old background worker, share the style nonce, then providers and router.
import '@/app/styles.css'

import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { AppProviders } from '@/app/providers'
import { createQueryClient } from '@/app/queryClient'
import { createAppRouter } from '@/app/router'
import { followSession } from '@/app/session'
import { shareNonce } from '@/lib/nonce'
import { removeOldServiceWorker } from '@/lib/oldServiceWorker'

removeOldServiceWorker().catch(() => undefined)
shareNonce()

const queryClient = createQueryClient()
const router = createAppRouter({ queryClient })
followSession(router, queryClient)
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <AppProviders queryClient={queryClient}>
      <RouterProvider router={router} />
    </AppProviders>
  </StrictMode>,
)
