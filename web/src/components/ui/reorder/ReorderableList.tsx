// A list whose items are moved by their handle: by mouse or finger after a short hold, and by
// keyboard (Space, arrows, Space). Every step is announced. The new order shows at once and is
// saved by `onReorder`; when that fails, the old order comes back.
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { restrictToParentElement, restrictToVerticalAxis } from '@dnd-kit/modifiers'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import type { ReactNode } from 'react'

import { announcements, INSTRUCTIONS } from './announcements'
import { type ItemId, useOptimisticOrder } from './order'
import { ReorderableItem } from './ReorderableItem'
import classes from './reorder.module.css'

/** Set by the specification for every list. */
const TOLERANCE = 50
const MODIFIERS = [restrictToVerticalAxis, restrictToParentElement]

interface ReorderableListProps<T extends { id: ItemId }> {
  /** Names the list: 'Rules'. */
  label: string
  items: readonly T[]
  /** Names an item for screen readers: its name, or 'condition 2'. */
  itemLabel: (item: T, index: number) => string
  renderItem: (item: T, index: number) => ReactNode
  /** Saves. A promise that fails brings the old order back. */
  onReorder: (ids: ItemId[]) => Promise<unknown> | void
  /** How long the handle is held before the drag starts: 100 for lists, 200 for rows in editors. */
  holdMs: 100 | 200
  disabled?: boolean
}

export function ReorderableList<T extends { id: ItemId }>({
  label,
  items,
  itemLabel,
  renderItem,
  onReorder,
  holdMs,
  disabled = false,
}: ReorderableListProps<T>) {
  const { shown, drop } = useOptimisticOrder(items, onReorder)
  const ids = shown.map(({ id }) => id)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { delay: holdMs, tolerance: TOLERANCE } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const nameOf = (id: ItemId) => {
    const at = ids.indexOf(id)
    const item = shown[at]
    return item ? itemLabel(item, at) : ''
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return
    void drop(arrayMove(ids, ids.indexOf(active.id), ids.indexOf(over.id)))
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={MODIFIERS}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: announcements(nameOf, (id) => ids.indexOf(id) + 1, ids.length),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={disabled}>
        <ul className={classes.list} aria-label={label}>
          {shown.map((item, index) => (
            <ReorderableItem
              key={item.id}
              id={item.id}
              label={itemLabel(item, index)}
              disabled={disabled}
            >
              {renderItem(item, index)}
            </ReorderableItem>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}
