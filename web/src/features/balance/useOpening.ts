// A dialog of a page: null until it was opened once, so that its code is loaded then. Every opening
// has a number of its own, for the `key` that makes it start afresh.
import { useState } from 'react'

export function useOpening() {
  const [state, setState] = useState<{ opened: boolean; turn: number } | null>(null)
  return {
    state,
    open: () => setState((last) => ({ opened: true, turn: (last?.turn ?? 0) + 1 })),
    close: () => setState((last) => last && { ...last, opened: false }),
  }
}
