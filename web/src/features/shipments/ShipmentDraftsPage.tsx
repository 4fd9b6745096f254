// /shipment-drafts
import { getRouteApi } from '@tanstack/react-router'

import { ShipmentList } from './ShipmentList'

const route = getRouteApi('/_app/shipment-drafts')

export function ShipmentDraftsPage() {
  return <ShipmentList draft search={route.useSearch()} />
}
