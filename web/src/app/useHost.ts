// When to draw what shows dialogs or toasts: not before the first of them, because their code is a
// good part of what the sign-in page would otherwise download. It is fetched ahead as soon as the
// browser is idle, so that the first one does not wait.
import { useEffect, useState } from 'react'

/** Whether to draw the host; it stays once it was there, for what closes has its transition to finish. */
export function useHost(wanted: boolean, load: () => Promise<unknown>): boolean {
  const [mounted, setMounted] = useState(wanted)
  if (wanted && !mounted) setMounted(true)

  useEffect(() => {
    const fetchAhead = () => void load().catch(() => undefined)
    // Safari has no idle callback.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(fetchAhead, 2_000)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(fetchAhead)
    return () => cancelIdleCallback(handle)
  }, [load])

  return mounted
}
