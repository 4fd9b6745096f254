// Toasts, loaded when there is the first one. Until then they wait in Mantine's store.
import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense } from 'react'

import { useHost } from './useHost'

const loadHost = () => import('@/components/ui/modals/ToastHost')

const ToastHost = lazy(async () => ({ default: (await loadHost()).ToastHost }))

export function LazyToastHost() {
  const { notifications, queue } = useNotifications()
  if (!useHost(notifications.length + queue.length > 0, loadHost)) return null
  return (
    <Suspense>
      <ToastHost />
    </Suspense>
  )
}
