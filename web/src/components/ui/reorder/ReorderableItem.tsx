// One item with its handle. Only the handle drags, so that fields and buttons inside stay usable.
import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import type { ItemId } from './order'
import classes from './reorder.module.css'

interface ReorderableItemProps {
  id: ItemId
  label: string
  disabled: boolean
  children: ReactNode
}

export function ReorderableItem({ id, label, disabled, children }: ReorderableItemProps) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id, disabled })
  return (
    <li
      ref={setNodeRef}
      className={classes.item}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={classes.handle}
        {...attributes}
        {...listeners}
        aria-label={`Move ${label}`}
        disabled={disabled}
        // While an item is carried, Escape puts it back and must not close the modal around it.
        data-mantine-stop-propagation={isDragging || undefined}
      >
        <IconGripVertical size={16} aria-hidden />
      </button>
      <div className={classes.content}>{children}</div>
    </li>
  )
}
