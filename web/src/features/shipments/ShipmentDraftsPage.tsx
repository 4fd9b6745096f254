// /shipment-drafts
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { ShipmentList } from './ShipmentList'

const route = getRouteApi('/_app/shipment-drafts')

export function ShipmentDraftsPage({ headerButtons }: { headerButtons: ReactNode }) {
  return <ShipmentList draft search={route.useSearch()} headerButtons={headerButtons} />
}
