// Incentives of accounts with a sales channel (owner, or sub-users with billing_reporting).
import { createFileRoute } from '@tanstack/react-router'

import { ChannelBillingPage } from '@/features/incentives/ChannelBillingPage'
import { listSearch } from '@/lib/search'

export const Route = createFileRoute('/_app/channel-billing')({
  validateSearch: listSearch({}),
  staticData: { title: 'Sales Channel Billing', page: '/channel-billing' },
  component: ChannelBillingPage,
})
