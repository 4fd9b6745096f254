// The activity log of the account (owner only).
import { queryOptions } from '@tanstack/react-query'

import { api, call } from './client'
import type { components } from './schema.gen'

export type ActivityEntry = components['schemas']['ActivityOut']

export interface ActivityParams {
  page: number
  per: number
  action?: string | undefined
  date_from?: string | undefined
  date_to?: string | undefined
}

export function activityQuery(params: ActivityParams) {
  return queryOptions({
    queryKey: ['activity', params],
    queryFn: ({ signal }) =>
      call(api().GET('/dashboard/activity', { params: { query: params }, signal })),
  })
}
