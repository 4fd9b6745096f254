// External Billing: incentives of externally billed accounts, paid out or pulled.
import { getRouteApi } from '@tanstack/react-router'

import { IncentivePage } from './IncentivePage'

const route = getRouteApi('/_app/external-billing')

export function ExternalBillingPage() {
  return <IncentivePage program="external" title="External Billing" search={route.useSearch()} />
}
