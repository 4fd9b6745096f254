// The menu at the end of a row. An action that is not possible now stays visible and says why.
import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'

import type { Column } from './columns'

export interface RowAction {
  label: string
  onClick: () => void
  danger?: boolean
  /** Given, the action is disabled and this is shown below its name. */
  disabledReason?: string
}

interface RowActionsProps {
  /** What the row is called, for screen readers. */
  name: string
  actions: readonly RowAction[]
}

function RowActions({ name, actions }: RowActionsProps) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Actions for ${name}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            color={action.danger ? 'red' : undefined}
            disabled={action.disabledReason !== undefined}
            onClick={action.onClick}
          >
            {action.label}
            {action.disabledReason !== undefined && (
              <Text size="xs" c="dimmed">
                {action.disabledReason}
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A last column with the row's menu. Build it at module level or in a memo. */
export function actionsColumn<T>(
  rowName: (row: T) => string,
  actions: (row: T) => readonly RowAction[],
): Column<T> {
  return {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    fixed: true,
    align: 'end',
    cell: (row) => <RowActions name={rowName(row)} actions={actions(row)} />,
  }
}
