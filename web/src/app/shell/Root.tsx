// What surrounds every page, signed in or not.
import { Outlet } from '@tanstack/react-router'

import { RouteAnnouncer } from './RouteAnnouncer'

export function Root() {
  return (
    <>
      <RouteAnnouncer />
      <Outlet />
    </>
  )
}
