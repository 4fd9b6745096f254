// Changes a setting of the programs. Until the server has answered, the new value is shown; what it
// refuses is told like every failed request, and the old value stands again.
import { useMutation, useQueryClient } from '@tanstack/react-query'

import {
  type IncentiveChange,
  incentiveAccountQuery,
  type Program,
  saveIncentiveSettings,
} from '@/api/incentives'
import { userQuery } from '@/api/user'

export function useSaveSetting(program: Program) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: IncentiveChange) => saveIncentiveSettings(change),
    scope: { id: 'incentive settings' },
    onSettled: async () => {
      await Promise.all([
        client.invalidateQueries(incentiveAccountQuery(program)),
        client.invalidateQueries(userQuery),
      ])
    },
  })
}
