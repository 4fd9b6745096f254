// After a change of page: the document's title says where one is, and the focus goes to the page's
// h1, so that screen readers read it and the keyboard starts there. A page that has put the focus
// somewhere itself is left alone, and so is the very first page.
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

import { useTestMode } from './TestBar'

const PRODUCT = 'Waybill'

export function RouteAnnouncer() {
  const router = useRouter()
  const testMode = useTestMode()
  const title = useRouterState({
    select: (state) => state.matches.findLast((match) => match.staticData.title)?.staticData.title,
  })

  useEffect(() => {
    const page = title ? `${title}${testMode ? ' (test)' : ''} · ${PRODUCT}` : PRODUCT
    document.title = page
  }, [title, testMode])

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusHeading()
      }),
    [router],
  )
  return null
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  const active = document.activeElement
  const takenInPage = active?.closest('main, [role="dialog"]') ?? null
  if (!heading || takenInPage) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
