// Which modals are open, bottom to top. Knows order, Escape and focus; draws nothing.
// One listener serves all of them, so that Escape reaches the top modal only, and closing a modal
// gives the focus back to what had it, even when that lay in a modal that has closed as well.
import { createStore } from '@/lib/store'

interface OpenModal {
  id: string
  /** Called for Escape. Null: the modal cannot be closed by it, and shields those below. */
  onEscape: (() => void) | null
  /** What had the focus before, nearest first: the modals below it count too. */
  focusBefore: readonly Element[]
}

export const modalStack = createStore<readonly OpenModal[]>([])

export function isModalOpen(): boolean {
  return modalStack.get().length > 0
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return
  // An open dropdown inside the modal takes this Escape for itself.
  const target = event.target instanceof Element ? event.target : null
  if (target?.getAttribute('data-mantine-stop-propagation') === 'true') return
  modalStack.get().at(-1)?.onEscape?.()
}

/** A modal has just closed and its focus is still to be given back. */
let pending: { timer: ReturnType<typeof setTimeout>; focusBefore: readonly Element[] } | null = null

/** Puts a modal on top. Returns what takes it off again and restores the focus. */
export function pushModal(id: string, onEscape: (() => void) | null): () => void {
  if (!isModalOpen()) window.addEventListener('keydown', onKeyDown, { capture: true })
  const earlier = pending?.focusBefore ?? modalStack.get().at(-1)?.focusBefore ?? []
  // One modal follows another (a form, then 'Success'): the second gives the focus back for both.
  clearTimeout(pending?.timer)
  pending = null
  const active = document.activeElement
  const focusBefore = active && active !== document.body ? [active, ...earlier] : earlier
  const entry: OpenModal = { id, onEscape, focusBefore }
  modalStack.update((open) => [...open, entry])
  return () => {
    modalStack.update((open) => open.filter((one) => one !== entry))
    if (!isModalOpen()) window.removeEventListener('keydown', onKeyDown, { capture: true })
    // After the current event: whoever closed the modal may set the focus itself, and is left alone.
    clearTimeout(pending?.timer)
    const timer = setTimeout(() => {
      pending = null
      restoreFocus(focusBefore)
    })
    pending = { timer, focusBefore }
  }
}

/** Nowhere, or inside a modal that is fading out. */
function isFocusLost(): boolean {
  const active = document.activeElement
  if (active === null || active === document.body) return true
  if (!active.closest('[role="dialog"]')) return false
  return !modalStack.get().some(({ id }) => document.getElementById(id)?.contains(active))
}

function restoreFocus(candidates: readonly Element[]): void {
  if (!isFocusLost()) return
  for (const candidate of candidates) {
    if (!(candidate instanceof HTMLElement) || !candidate.isConnected) continue
    candidate.focus({ preventScroll: true })
    if (document.activeElement === candidate) return
  }
}
