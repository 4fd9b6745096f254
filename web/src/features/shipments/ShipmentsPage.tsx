// /shipments
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { ShipmentList } from './ShipmentList'

const route = getRouteApi('/_app/shipments')

export function ShipmentsPage({ headerButtons }: { headerButtons: ReactNode }) {
  return <ShipmentList draft={false} search={route.useSearch()} headerButtons={headerButtons} />
}
