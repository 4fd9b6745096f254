// The signed-in user's menu, limited to pages of this build. Same identity until the user changes.
import { useMemo } from 'react'

import { getConfig } from '@/api/config'
import { useUser } from '@/api/user'

import { type MenuGroup, menuFor } from './menu'
import { useIsPage } from './paths'

export function useMenu(): MenuGroup[] {
  const user = useUser()
  const exists = useIsPage()
  return useMemo(() => menuFor(user, { exists, docs: getConfig().api_docs }), [user, exists])
}
