// The buttons for chosen shipments. They stand in the toolbar as well while nothing is chosen, and
// then say so. What a user may do is mirrored here; the server decides.
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'

import { shipmentsKey } from '@/api/shipments/list'
import type { Choice } from '@/api/choices'

import {
  buy,
  type Chosen,
  compile,
  download,
  execute,
  type LabelSettings,
  print,
  refund,
  removeDrafts,
} from './actions'

interface BulkActionsProps {
  chosen: Chosen
  draft: boolean
  owner: boolean
  settings: LabelSettings
  automations: readonly Choice[]
  /** After an action that changes the chosen rows. */
  onChanged?: () => void
}

interface Action {
  label: string
  run: () => Promise<boolean> | boolean
  danger?: true
  /** The rows are not what they were: the choice is emptied. */
  changes?: true
}

function actionsFor({ chosen, draft, owner, settings }: BulkActionsProps): Action[] {
  if (draft) {
    if (!owner) return []
    return [
      { label: 'Buy', run: () => buy(chosen), changes: true },
      { label: 'Delete', run: () => removeDrafts(chosen), changes: true, danger: true },
    ]
  }
  const forAll: Action[] = [
    { label: 'Print', run: () => print(chosen, settings) },
    { label: 'Compile', run: () => compile(chosen, settings) },
    { label: 'Download', run: () => download(chosen) },
  ]
  const refundAction: Action = {
    label: 'Refund',
    run: () => refund(chosen),
    changes: true,
    danger: true,
  }
  return owner ? [...forAll, refundAction] : forAll
}

export function BulkActions(props: BulkActionsProps) {
  const { chosen, owner, automations, onChanged } = props
  const client = useQueryClient()

  const run = async ({ run: act, changes }: Pick<Action, 'run' | 'changes'>) => {
    if (!(await act())) return
    if (changes) onChanged?.()
    await client.invalidateQueries({ queryKey: shipmentsKey })
  }

  return (
    <>
      {actionsFor(props).map((action) => (
        <Button
          key={action.label}
          size="compact-sm"
          variant="default"
          color={action.danger ? 'red' : undefined}
          onClick={() => void run(action)}
        >
          {action.label}
        </Button>
      ))}
      {owner && automations.length > 0 && (
        <AutomationsMenu
          automations={automations}
          onPick={(one) => void run({ run: () => execute(chosen, one), changes: true })}
        />
      )}
    </>
  )
}

interface AutomationsMenuProps {
  automations: readonly Choice[]
  onPick: (automation: { id: string | null; name: string }) => void
}

function AutomationsMenu({ automations, onPick }: AutomationsMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Execute automations
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onPick({ id: null, name: 'All automations' })}>
          All automations
        </Menu.Item>
        {automations.map(([id, name]) => (
          <Menu.Item key={id} onClick={() => onPick({ id, name })}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
