// Which modals are open, bottom to top. Knows order, Escape and focus; draws nothing.
// One listener serves all of them, so that Escape reaches the top modal only, and closing a modal
// gives the focus back to what had it, even when several close at once.
import { createStore } from '@/lib/store'

interface OpenModal {
  id: string
  /** Called for Escape. Null: the modal cannot be closed by it, and shields those below. */
  onEscape: (() => void) | null
  focusBefore: Element | null
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

/** Puts a modal on top. Returns what takes it off again and restores the focus. */
export function pushModal(id: string, onEscape: (() => void) | null): () => void {
  if (!isModalOpen()) window.addEventListener('keydown', onKeyDown, { capture: true })
  const entry: OpenModal = { id, onEscape, focusBefore: document.activeElement }
  modalStack.update((open) => [...open, entry])
  return () => {
    const before = modalStack.get()
    const below = before.slice(0, before.indexOf(entry))
    modalStack.set(before.filter((open) => open !== entry))
    if (!isModalOpen()) window.removeEventListener('keydown', onKeyDown, { capture: true })
    // After the current event: whoever closed the modal may set the focus itself, and is left alone.
    setTimeout(() => restoreFocus(id, [entry, ...below.toReversed()]))
  }
}

function restoreFocus(closedId: string, entries: readonly OpenModal[]): void {
  const active = document.activeElement
  const lost =
    active === null ||
    active === document.body ||
    document.getElementById(closedId)?.contains(active) === true
  if (!lost) return
  for (const { focusBefore } of entries) {
    if (!(focusBefore instanceof HTMLElement) || !focusBefore.isConnected) continue
    focusBefore.focus({ preventScroll: true })
    if (document.activeElement === focusBefore) return
  }
}
