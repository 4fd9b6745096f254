// Dialogs and the busy modal, loaded when the first is opened: their code is a tenth of what the
// sign-in page would otherwise download. It is fetched ahead as soon as the browser is idle, so
// that opening one does not wait.
import { lazy, Suspense, useEffect, useState } from 'react'

import { busyEntries } from '@/components/ui/modals/busy'
import { dialogs } from '@/components/ui/modals/dialogs'
import { useStore } from '@/lib/store'

const loadHost = () => import('@/components/ui/modals/ModalHost')

const ModalHost = lazy(async () => ({ default: (await loadHost()).ModalHost }))

export function LazyModalHost() {
  const wanted = useStore(dialogs).length + useStore(busyEntries).length > 0
  // Stays once it was there: a dialog that closes has its transition to finish.
  const [mounted, setMounted] = useState(wanted)
  if (wanted && !mounted) setMounted(true)

  useEffect(() => {
    const fetchAhead = () => void loadHost().catch(() => undefined)
    // Safari has no idle callback.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(fetchAhead, 2_000)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(fetchAhead)
    return () => cancelIdleCallback(handle)
  }, [])

  if (!mounted) return null
  return (
    <Suspense>
      <ModalHost />
    </Suspense>
  )
}
