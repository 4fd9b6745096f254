// Writes to the address bar what a list page is filtered, sorted and paged by. The route's schema
// checks what arrives there, so a param it does not know simply falls away.
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

import type { ChangeSearch } from './filters'

export function useSearchState(): ChangeSearch {
  const navigate = useNavigate()
  return useCallback(
    (change, how) => {
      void navigate({
        to: '.',
        search: (old: object) => ({ ...old, ...change }),
        replace: how?.replace ?? false,
        resetScroll: false,
      })
    },
    [navigate],
  )
}
