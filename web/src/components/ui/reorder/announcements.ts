// What a screen reader hears while an item is moved: names and positions, never ids.
import type { Announcements } from '@dnd-kit/core'

import type { ItemId } from './order'

export const INSTRUCTIONS =
  'Press Space or Enter to pick the item up, the arrow keys to move it, Space or Enter to drop it, ' +
  'and Escape to put it back.'

// There is one drag at a time. At its start the item lies over itself: saying so would cut off
// 'Picked up'.
let moved = false

export function announcements(
  nameOf: (id: ItemId) => string,
  positionOf: (id: ItemId) => number,
  count: number,
): Announcements {
  const at = (id: ItemId) => `position ${positionOf(id)} of ${count}`
  return {
    onDragStart: ({ active }) => {
      moved = false
      return `Picked up ${nameOf(active.id)}, ${at(active.id)}.`
    },
    onDragOver: ({ active, over }) => {
      if (!over || (!moved && over.id === active.id)) return undefined
      moved = true
      return `${nameOf(active.id)} is now at ${at(over.id)}.`
    },
    onDragEnd: ({ active, over }) =>
      `${nameOf(active.id)} was dropped at ${at(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} was put back to ${at(active.id)}.`,
  }
}
