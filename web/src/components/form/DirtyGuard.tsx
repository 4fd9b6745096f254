// Asks before unsaved changes are lost: on navigation inside the app and when the tab is closed.
// Saving itself never asks: `isSaving` is true while it runs and may navigate away.
import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

import { confirm } from '@/components/ui/modals/dialogs'

export function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: 'Unsaved changes',
    message: 'You have unsaved changes. Leave without saving them?',
    confirmLabel: 'Leave without saving',
    cancelLabel: 'Keep editing',
    danger: true,
  })
}

interface DirtyGuardProps {
  dirty: boolean
  isSaving: () => boolean
  /** For forms that save themselves: true when nothing is unsaved any more. Then nobody is asked. */
  trySave?: () => Promise<boolean>
}

export function DirtyGuard(props: DirtyGuardProps) {
  // Forms in dialogs outside the router (and in tests) have no navigation to guard.
  const routed = Boolean(useRouter({ warn: false }))
  return (
    <>
      <TabGuard {...props} />
      {routed && <NavigationGuard {...props} />}
    </>
  )
}

function TabGuard({ dirty, isSaving }: DirtyGuardProps) {
  const onBeforeUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (!isSaving()) event.preventDefault()
  })
  useEffect(() => {
    if (!dirty) return undefined
    const listener = (event: BeforeUnloadEvent) => onBeforeUnload(event)
    window.addEventListener('beforeunload', listener)
    return () => window.removeEventListener('beforeunload', listener)
  }, [dirty])
  return null
}

function NavigationGuard({ dirty, isSaving, trySave }: DirtyGuardProps) {
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      // Filters and pages of the same screen live in the address too; the form stays mounted.
      if (isSaving() || current.pathname === next.pathname) return false
      if (await trySave?.()) return false
      return !(await confirmDiscard())
    },
  })
  return null
}
