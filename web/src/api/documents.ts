// Terms & Conditions and the Privacy Policy, readable by everybody.
import { queryOptions } from '@tanstack/react-query'

import { api, call } from './client'

export type DocumentName = 'terms' | 'privacy'

export function documentQuery(name: DocumentName) {
  return queryOptions({
    queryKey: ['document', name],
    queryFn: ({ signal }) =>
      call(
        name === 'terms'
          ? api().GET('/dashboard/terms.json', { signal })
          : api().GET('/dashboard/privacy.json', { signal }),
      ),
    staleTime: 5 * 60_000,
  })
}
