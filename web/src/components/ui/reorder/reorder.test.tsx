import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { openModal } from '@/components/ui/modals/dialogs'
import { renderUi } from '@/testing/renderUi'

import type { ItemId } from './order'
import { ReorderableList } from './ReorderableList'

const ITEMS = ['First', 'Second', 'Third'].map((name, at) => ({ id: at + 1, name }))
const ROW = 40

type OnReorder = (ids: ItemId[]) => Promise<unknown> | void

function Sample({ onReorder, items = ITEMS }: { onReorder: OnReorder; items?: typeof ITEMS }) {
  return (
    <ReorderableList
      label="Rules"
      items={items}
      itemLabel={({ name }) => name}
      renderItem={({ name }) => <span>{name}</span>}
      onReorder={onReorder}
      holdMs={100}
    />
  )
}

const shown = () => screen.getAllByRole('listitem').map((item) => item.textContent)
const handle = (name: string) => screen.getByRole('button', { name: `Move ${name}` })

/** happy-dom lays nothing out: rows get places by their order, everything else covers the page. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(
    this: Element,
  ) {
    const row = this.closest('li')
    if (!row) return new DOMRect(0, 0, 800, 600)
    const at = Array.from(row.parentElement?.children ?? []).indexOf(row)
    return new DOMRect(0, at * ROW, 400, ROW)
  })
})

afterEach(() => {
  vi.useRealTimers()
})

async function key(target: Element, code: string) {
  fireEvent.keyDown(target, { code, key: code === 'Space' ? ' ' : code })
  // dnd-kit attaches its listeners and measures in timers.
  await act(async () => new Promise((resolve) => setTimeout(resolve, 20)))
}

describe('ReorderableList', () => {
  it('moves by keyboard, announces each step by name, and saves the new order', async () => {
    const onReorder = vi.fn<OnReorder>()
    renderUi(<Sample onReorder={onReorder} />)
    const first = handle('First')
    first.focus()
    expect(first).toHaveAccessibleDescription(/Press Space or Enter/)
    await key(first, 'Space')
    expect(await screen.findByText('Picked up First, position 1 of 3.')).toBeInTheDocument()
    await key(first, 'ArrowDown')
    expect(await screen.findByText('First is now at position 2 of 3.')).toBeInTheDocument()
    await key(first, 'Space')
    expect(await screen.findByText('First was dropped at position 2 of 3.')).toBeInTheDocument()
    expect(onReorder).toHaveBeenCalledExactlyOnceWith([2, 1, 3])
    expect(shown()).toEqual(['Second', 'First', 'Third'])
  })

  it('puts the item back on Escape, without closing the modal around it', async () => {
    const onReorder = vi.fn<OnReorder>()
    renderUi(null)
    openModal({ title: 'Editor', content: () => <Sample onReorder={onReorder} /> })
    const dialog = await screen.findByRole('dialog', { name: 'Editor' })
    const first = handle('First')
    first.focus()
    await key(first, 'Space')
    await key(first, 'ArrowDown')
    await key(first, 'Escape')
    expect(dialog).toBeInTheDocument()
    expect(onReorder).not.toHaveBeenCalled()
    expect(shown()).toEqual(['First', 'Second', 'Third'])
    await key(first, 'Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('brings the old order back when saving fails, and follows the caller afterwards', async () => {
    const onReorder = vi.fn<OnReorder>().mockRejectedValue(new Error('no'))
    const { rerender } = renderUi(<Sample onReorder={onReorder} />)
    const first = handle('First')
    first.focus()
    await key(first, 'Space')
    await key(first, 'ArrowDown')
    await key(first, 'Space')
    await waitFor(() => expect(shown()).toEqual(['First', 'Second', 'Third']))
    rerender(<Sample onReorder={onReorder} items={ITEMS.toReversed()} />)
    expect(shown()).toEqual(['Third', 'Second', 'First'])
  })

  it('starts a pointer drag at the handle, and only when held for 100 ms', async () => {
    vi.useFakeTimers()
    renderUi(<Sample onReorder={vi.fn<OnReorder>()} />)
    const down = { isPrimary: true, button: 0, clientX: 10, clientY: 20 }
    const dragged = () => document.querySelector('[data-dragging]')

    fireEvent.pointerDown(screen.getByText('First'), down)
    await act(async () => vi.advanceTimersByTimeAsync(200))
    expect(dragged()).toBeNull()
    fireEvent.pointerUp(document)

    fireEvent.pointerDown(handle('First'), down)
    await act(async () => vi.advanceTimersByTimeAsync(99))
    expect(dragged()).toBeNull()
    await act(async () => vi.advanceTimersByTimeAsync(1))
    expect(dragged()).toHaveTextContent('First')
    fireEvent.pointerUp(document)

    // Moved further than the tolerance before the hold is over: it was no drag.
    fireEvent.pointerDown(handle('Second'), down)
    fireEvent.pointerMove(document, { clientX: 10, clientY: 71 })
    await act(async () => vi.advanceTimersByTimeAsync(200))
    expect(dragged()).toBeNull()
  })
})
