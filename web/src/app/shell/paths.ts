// Which addresses are pages of this build. Links to anything else are not drawn.
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

import type { FileRouteTypes } from '@/routeTree.gen'

export type AppPath = FileRouteTypes['to']

export function useIsPage(): (path: string) => path is AppPath {
  const router = useRouter()
  return useCallback((path): path is AppPath => path in router.routesByPath, [router])
}
