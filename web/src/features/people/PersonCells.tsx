// The cells of a person's row that do something.
import { Button, Checkbox, Group } from '@mantine/core'

import type { Person } from '@/api/persons'
import { TwoLineCell } from '@/components/table/cells'

import classes from './people.module.css'
import type { PermissionColumn } from './permissions'
import { useToggle } from './useToggles'

/** Who it is, with the state in words when it is not the usual one. */
export function PersonCell({ person }: { person: Person }) {
  const second = person.enabled ? (
    person.email
  ) : (
    <>
      <span className={classes.disabled}>Disabled</span> {person.email}
    </>
  )
  return <TwoLineCell first={person.name} second={second} />
}

interface PermissionBoxProps {
  person: Person
  permission: PermissionColumn
}

/** Locked while the person is disabled. */
export function PermissionBox({ person, permission }: PermissionBoxProps) {
  const toggle = useToggle(person.id, permission.key)
  return (
    <Checkbox
      size="xs"
      aria-label={`${permission.label} for ${person.name}`}
      checked={person.permissions[permission.key] ?? false}
      disabled={!person.enabled}
      onChange={() => toggle.mutate()}
    />
  )
}

interface PersonButtonsProps {
  person: Person
  onDelete: (person: Person) => void
}

export function PersonButtons({ person, onDelete }: PersonButtonsProps) {
  const toggle = useToggle(person.id, null)
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`${person.enabled ? 'Disable' : 'Enable'} ${person.name}`}
        onClick={() => toggle.mutate()}
      >
        {person.enabled ? 'Disable' : 'Enable'}
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="compact-xs"
        aria-label={`Delete ${person.name}`}
        onClick={() => onDelete(person)}
      >
        Delete
      </Button>
    </Group>
  )
}
