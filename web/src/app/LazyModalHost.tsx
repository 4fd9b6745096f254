// Dialogs and the busy modal, loaded when the first is opened.
import { lazy, Suspense } from 'react'

import { busyEntries } from '@/components/ui/modals/busy'
import { dialogs } from '@/components/ui/modals/dialogs'
import { useStore } from '@/lib/store'

import { useHost } from './useHost'

const loadHost = () => import('@/components/ui/modals/ModalHost')

const ModalHost = lazy(async () => ({ default: (await loadHost()).ModalHost }))

export function LazyModalHost() {
  const wanted = useStore(dialogs).length + useStore(busyEntries).length > 0
  if (!useHost(wanted, loadHost)) return null
  return (
    <Suspense>
      <ModalHost />
    </Suspense>
  )
}
