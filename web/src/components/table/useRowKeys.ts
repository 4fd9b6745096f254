// The keyboard of a table: arrows or j/k move between rows, Home and End jump, Space chooses,
// Shift with an arrow chooses on the way, Enter opens, Escape clears the choice. Keys typed into
// fields are left alone, and so are Enter and Space on links and buttons inside a row.
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

interface RowKeys<T> {
  rows: readonly T[]
  scroller: HTMLElement | null
  /** Brings a row that may not be rendered yet into view. */
  reveal: (index: number) => void
  onToggle: ((row: T, range: boolean) => void) | undefined
  onClear: (() => void) | undefined
  onOpen: ((row: T) => void) | undefined
}

type RowKeyEvent = KeyboardEvent<HTMLTableRowElement>

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  j: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  k: (at) => at - 1,
  Home: () => 0,
  End: (_, last) => last,
}

export function useRowKeys<T>({ rows, scroller, reveal, onToggle, onClear, onOpen }: RowKeys<T>) {
  const [current, setCurrent] = useState(0)
  const wanted = useRef<number | null>(null)
  const last = rows.length - 1

  // A row outside the rendered window appears one render after it was revealed.
  useEffect(() => {
    if (wanted.current === null) return
    const row = scroller?.querySelector<HTMLElement>(`tr[data-index="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    row.focus()
  })

  const onKeyDown = (event: RowKeyEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const at = indexOf(event.currentTarget)

    const step = STEPS[event.key]
    if (step) {
      event.preventDefault()
      const next = Math.max(0, Math.min(last, step(at, last)))
      wanted.current = next
      setCurrent(next)
      reveal(next)
      const row = rows[next]
      if (event.shiftKey && next !== at && row !== undefined) onToggle?.(row, false)
      return
    }
    if (event.key === 'Escape') {
      onClear?.()
      return
    }
    const row = event.target === event.currentTarget ? rows[at] : undefined
    if (row === undefined) return
    if (event.key === ' ' && onToggle) {
      event.preventDefault()
      onToggle(row, event.shiftKey)
    } else if (event.key === 'Enter' && onOpen) {
      event.preventDefault()
      onOpen(row)
    }
  }

  // A row reached by mouse or Tab becomes the one to go on from.
  const onFocus = (event: FocusEvent<HTMLTableRowElement>) => {
    setCurrent(indexOf(event.currentTarget))
  }

  return { current: Math.min(current, Math.max(0, last)), onKeyDown, onFocus }
}

function indexOf(row: HTMLTableRowElement): number {
  return Number(row.dataset['index'])
}

function isTyping(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('textarea, select')) return true
  return target instanceof HTMLInputElement && target.type !== 'checkbox'
}
