// Which item of a list its dialog shows. The dialog stays mounted while it closes, and every opening
// starts afresh: `turn` is its key.
import { useCallback, useState } from 'react'

interface Editing<T> {
  opened: boolean
  /** Null: a new one. */
  item: T | null
  turn: number
}

export function useEditor<T>() {
  const [editing, setEditing] = useState<Editing<T> | null>(null)
  const open = useCallback(
    (item: T | null) => setEditing((last) => ({ opened: true, item, turn: (last?.turn ?? 0) + 1 })),
    [],
  )
  const close = useCallback(() => setEditing((last) => last && { ...last, opened: false }), [])
  return { editing, open, close }
}
