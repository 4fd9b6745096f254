// Sales Channel Billing: incentives of accounts with a sales channel, paid out.
import { getRouteApi } from '@tanstack/react-router'

import { IncentivePage } from './IncentivePage'

const route = getRouteApi('/_app/channel-billing')

export function ChannelBillingPage() {
  return (
    <IncentivePage program="channel" title="Sales Channel Billing" search={route.useSearch()} />
  )
}
