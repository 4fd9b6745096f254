// Shows and hides columns. Fixed columns are not offered; the choice is remembered per list.
import { ActionIcon, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'

import type { Column } from './columns'

interface ColumnPickerProps<T> {
  columns: readonly Column<T>[]
  hidden: ReadonlySet<string>
  onChange: (hidden: string[]) => void
}

export function ColumnPicker<T>({ columns, hidden, onChange }: ColumnPickerProps<T>) {
  const hideable = columns.filter((column) => !column.fixed)
  if (hideable.length === 0) return null

  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    onChange([...next])
  }

  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Choose columns" title="Columns">
          <IconColumns3 size={17} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {hideable.map((column) => (
          <Menu.CheckboxItem
            key={column.id}
            checked={!hidden.has(column.id)}
            onChange={() => toggle(column.id)}
          >
            {column.header}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
