// A function that never changes but always runs the newest code. For handlers given to memoised
// rows; never call it while rendering.
import { useCallback, useLayoutEffect, useRef } from 'react'

export function useStableCallback<A extends unknown[], R>(
  run: (...args: A) => R,
): (...args: A) => R {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
