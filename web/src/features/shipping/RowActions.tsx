// Edit and Delete at the end of a row.
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface RowActionsProps {
  /** What the row is about, for those who hear the buttons out of their row. */
  name: string
  onEdit?: () => void
  onDelete: () => void
  /** A link instead of the Edit button, where editing has a page of its own. */
  children?: ReactNode
}

export function RowActions({ name, onEdit, onDelete, children }: RowActionsProps) {
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {onEdit && (
        <Button variant="default" size="compact-xs" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
      )}
      {children}
      <Button
        variant="subtle"
        color="red"
        size="compact-xs"
        aria-label={`Delete ${name}`}
        onClick={onDelete}
      >
        Delete
      </Button>
    </Group>
  )
}
