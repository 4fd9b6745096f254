// The Permissions screen: sub-users, what each may do, and adding, disabling and deleting them.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'

import { requestErrorText } from '@/api/errors'
import { deletePerson, type Person, personsKey, personsQuery } from '@/api/persons'
import { PageHeader } from '@/components/layout/PageHeader'
import { DateCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'
import { withBusy } from '@/components/ui/modals/busy'
import { confirm } from '@/components/ui/modals/dialogs'
import { toastError, toastSuccess } from '@/components/ui/modals/toasts'

import { AddUserModal } from './AddUserModal'
import classes from './people.module.css'
import { PERMISSION_COLUMNS } from './permissions'
import { PermissionBox, PersonButtons, PersonCell } from './PersonCells'

const route = getRouteApi('/_app/permissions')
const NO_FILTERS = {}

const rowId = (person: Person) => person.id
const rowName = (person: Person) => person.name
const isMuted = (person: Person) => !person.enabled

function columnsWith(onDelete: (person: Person) => void): Column<Person>[] {
  return [
    {
      id: 'user',
      header: 'User',
      fixed: true,
      maxWidth: 240,
      cell: (person) => <PersonCell person={person} />,
    },
    ...PERMISSION_COLUMNS.map((permission): Column<Person> => ({
      id: permission.key,
      header: permission.label,
      fixed: true,
      cell: (person) => <PermissionBox person={person} permission={permission} />,
    })),
    {
      id: 'last_sign_in',
      header: 'Last sign-in',
      hiddenAtFirst: true,
      cell: (person) =>
        person.last_sign_in_at ? <DateCell value={person.last_sign_in_at} /> : 'Never',
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      fixed: true,
      align: 'end',
      cell: (person) => <PersonButtons person={person} onDelete={onDelete} />,
    },
  ]
}

async function removePerson(client: QueryClient, person: Person): Promise<void> {
  const agreed = await confirm({
    title: 'Delete user',
    message: `Are you sure you want to delete ${person.name} (${person.email})? They are signed out at once. This action cannot be undone.`,
    confirmLabel: 'Delete',
    danger: true,
  })
  if (!agreed) return
  try {
    await withBusy('Deleting...', () => deletePerson(person.id), { cancellable: false })
    toastSuccess(`${person.name} was deleted`)
  } catch (error) {
    toastError(requestErrorText(error))
  } finally {
    await client.invalidateQueries({ queryKey: personsKey })
  }
}

export function PermissionsPage() {
  const client = useQueryClient()
  const search = route.useSearch()
  const setSearch = useSearchState()
  const [adding, setAdding] = useState(false)

  const columns = useMemo(
    () => columnsWith((person) => void removePerson(client, person)),
    [client],
  )

  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      Add User
    </Button>
  )

  const { table } = useQueryTable({
    name: 'persons',
    label: 'Users',
    noun: ['user', 'users'],
    columns,
    rowId,
    rowName,
    search,
    setSearch,
    filters: NO_FILTERS,
    query: ({ page, per }) => personsQuery({ page, per }),
    isMuted,
    empty: {
      reason: 'You have added no users yet. Each gets a sign-in of their own.',
      action: addButton,
    },
  })

  return (
    <>
      <PageHeader
        title="Permissions"
        description="Users sign in with their own e-mail and see only what you allow. Changes take effect at once."
      >
        {addButton}
      </PageHeader>
      <div className={classes.table}>{table}</div>
      <AddUserModal opened={adding} onClose={() => setAdding(false)} />
    </>
  )
}
