// Switching permissions and states of people. The screen changes at once; the server's answer then
// stands. The server toggles, so two clicks on the same box must reach it one after the other
// (`scope`), and an answer replaces the row only when no further change of that row is under way.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'

import {
  type Person,
  type PersonsPage,
  personsKey,
  togglePersonPermission,
  togglePersonState,
} from '@/api/persons'
import type { PermissionName } from '@/lib/access'

function changePerson(client: QueryClient, id: string, change: (person: Person) => Person): void {
  client.setQueriesData<PersonsPage>(
    { queryKey: personsKey },
    (page) =>
      page && {
        ...page,
        items: page.items.map((person) => (person.id === id ? change(person) : person)),
      },
  )
}

function withPermissionToggled(person: Person, permission: PermissionName): Person {
  const permissions = { ...person.permissions, [permission]: !person.permissions[permission] }
  return { ...person, permissions }
}

function withStateToggled(person: Person): Person {
  return { ...person, enabled: !person.enabled }
}

/** Toggles a permission, or with null whether the person is enabled. */
export function useToggle(id: string, permission: PermissionName | null) {
  const client = useQueryClient()
  const mutationKey = ['person', id]
  const toggled = (person: Person) =>
    permission ? withPermissionToggled(person, permission) : withStateToggled(person)

  return useMutation({
    mutationKey,
    scope: { id: `person ${id}` },
    mutationFn: () => (permission ? togglePersonPermission(id, permission) : togglePersonState(id)),
    onMutate: async () => {
      await client.cancelQueries({ queryKey: personsKey })
      changePerson(client, id, toggled)
    },
    onError: () => changePerson(client, id, toggled),
    onSettled: (answer) => {
      const last = client.isMutating({ mutationKey }) <= 1
      if (!last) return
      if (answer) changePerson(client, id, () => answer)
      else void client.invalidateQueries({ queryKey: personsKey })
    },
  })
}
