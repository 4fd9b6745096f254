// The dispute dialog of a list: which adjustment it is about, and its drawing. Loaded when it is
// first opened; every opening starts afresh.
import { lazy, Suspense, useCallback, useState } from 'react'

import type { Disputed } from './DisputeModal'

const DisputeModal = lazy(async () => ({
  default: (await import('./DisputeModal')).DisputeModal,
}))

export function useDispute() {
  const [state, setState] = useState<{ about: Disputed; opened: boolean; turn: number } | null>(
    null,
  )
  const dispute = useCallback(
    (about: Disputed) => setState((last) => ({ about, opened: true, turn: (last?.turn ?? 0) + 1 })),
    [],
  )
  const dialog = state && (
    <Suspense>
      <DisputeModal
        key={state.turn}
        opened={state.opened}
        disputed={state.about}
        onClose={() => setState({ ...state, opened: false })}
      />
    </Suspense>
  )
  return { dispute, dialog }
}
