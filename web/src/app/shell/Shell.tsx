// The frame around every signed-in page: test bar, sidebar (a drawer on small screens), title bar,
// page. It knows the menu and the session; pages know nothing of it.
import { Drawer } from '@mantine/core'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useState } from 'react'

import { ApiError, requestErrorText } from '@/api/errors'
import { signOut } from '@/api/session'
import { useUser } from '@/api/user'
import { toastError } from '@/components/ui/modals/toasts'
import { TermsGate } from '@/features/terms/TermsGate'
import { mayOpen } from '@/lib/access'
import { useStored } from '@/lib/storage'

import type { MenuAction } from './menu'
import classes from './shell.module.css'
import { AccessDeniedPage, InsideShell } from './pages'
import { PaletteButton } from './PaletteButton'
import { ShellCommands } from './ShellCommands'
import { Sidebar } from './Sidebar'
import { TestBar, useTestMode } from './TestBar'
import { TitleBar } from './TitleBar'

// Loaded when it is first opened, like the form code it brings.
const ResetPasswordModal = lazy(async () => ({
  default: (await import('@/features/auth/ResetPasswordModal')).ResetPasswordModal,
}))

async function endSession(): Promise<void> {
  try {
    await signOut()
  } catch (error) {
    // The session is gone here either way; the user should know when the server was not told.
    if (!(error instanceof ApiError && error.status === 401)) toastError(requestErrorText(error))
  }
}

/** Terms to accept come before any page. */
export function Shell() {
  return useUser().tos_to_accept ? <TermsGate /> : <Frame />
}

function Frame() {
  const testMode = useTestMode()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  /** Null until it is opened for the first time. */
  const [resetOpened, setResetOpened] = useState<boolean | null>(null)
  // The drawer belongs to the page it was opened on: going elsewhere closes it.
  const [drawerAt, setDrawerAt] = useState<string | null>(null)
  const drawerOpened = drawerAt === pathname

  const onAction = useCallback((action: MenuAction) => {
    setDrawerAt(null)
    if (action === 'reset-password') setResetOpened(true)
    else void endSession()
  }, [])

  return (
    <div className={classes.shell} data-test-mode={testMode || undefined}>
      <a className={classes.skip} href="#page">
        Skip to the page
      </a>
      <TestBar />
      <div className={classes.columns}>
        <aside className={classes.sidebar} aria-label="Sidebar">
          <Sidebar onAction={onAction} />
        </aside>
        <Drawer.Root opened={drawerOpened} onClose={() => setDrawerAt(null)} size="17rem">
          <Drawer.Overlay />
          <Drawer.Content aria-label="Menu" className={classes.drawerContent}>
            <Drawer.Body className={classes.drawer}>
              <Sidebar onAction={onAction} />
            </Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
        <div className={classes.page}>
          <TitleBar menuOpened={drawerOpened} onMenu={() => setDrawerAt(pathname)}>
            <PaletteButton />
          </TitleBar>
          <main id="page" className={classes.main} tabIndex={-1}>
            <InsideShell value>
              <Page />
            </InsideShell>
          </main>
        </div>
      </div>
      <ShellCommands onAction={onAction} />
      {resetOpened !== null && (
        <Suspense>
          <ResetPasswordModal opened={resetOpened} onClose={() => setResetOpened(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** The routed page, or 'Access denied'; it follows a change of permissions at once. */
function Page() {
  const user = useUser()
  const sessionKey = useStored('key')
  const page = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.page })
  if (page && !mayOpen(user, page)) return <AccessDeniedPage />
  // Another session or server: pages start afresh and keep nothing of the old one.
  return <Outlet key={sessionKey} />
}
