// The Carrier Accounts screen: the carriers of the product as plain marks, and a table of the user's
// own accounts.
import { Button, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'

import {
  type CarrierAccount,
  carrierAccountsQuery,
  deleteCarrierAccount,
} from '@/api/carrierAccounts'
import { listErrorText } from '@/api/errors'
import { PageHeader } from '@/components/layout/PageHeader'
import { IdCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { DataTable } from '@/components/table/DataTable'
import { deleteAsked } from '@/features/shipping/deleteAsked'
import { RowActions } from '@/features/shipping/RowActions'
import { useEditor } from '@/features/shipping/useEditor'

import classes from './carrierAccounts.module.css'

const CarrierAccountModal = lazy(async () => ({
  default: (await import('./CarrierAccountModal')).CarrierAccountModal,
}))

const NO_ACCOUNTS: readonly CarrierAccount[] = []
const rowId = (account: CarrierAccount) => account.id
const nameOf = ({ carrier, description, public_id }: CarrierAccount) =>
  `${carrier} ${description || public_id}`

interface RowHandlers {
  onEdit: (account: CarrierAccount) => void
  onDelete: (account: CarrierAccount) => void
}

function columnsWith({ onEdit, onDelete }: RowHandlers): Column<CarrierAccount>[] {
  return [
    { id: 'carrier', header: 'Carrier', cell: (account) => account.carrier },
    {
      id: 'description',
      header: 'Description',
      maxWidth: 360,
      cell: (account) => account.description || '–',
    },
    {
      id: 'id',
      header: 'ID',
      cell: (account) => <IdCell value={account.public_id} name="account id" />,
    },
    {
      id: 'action',
      header: 'Action',
      align: 'end',
      cell: (account) => (
        <RowActions
          name={nameOf(account)}
          onEdit={() => onEdit(account)}
          onDelete={() => onDelete(account)}
        />
      ),
    },
  ]
}

function remove(client: QueryClient, account: CarrierAccount): Promise<void> {
  const name = nameOf(account)
  return deleteAsked({
    title: 'Delete carrier account',
    message: `Are you sure you want to delete ${name}? No more labels can be bought with it. This action cannot be undone.`,
    name,
    work: () => deleteCarrierAccount(account.id),
    refresh: () => client.invalidateQueries(carrierAccountsQuery),
  })
}

export function CarrierAccountsPage() {
  const client = useQueryClient()
  const query = useQuery(carrierAccountsQuery)
  const { editing, open, close } = useEditor<CarrierAccount>()
  const columns = useMemo(
    () => columnsWith({ onEdit: open, onDelete: (one) => void remove(client, one) }),
    [client, open],
  )

  return (
    <>
      <PageHeader
        title="Carrier Accounts"
        description="Labels can be bought with our accounts at once. Add your own to ship at your own rates."
      >
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open(null)}>
          Create new Carrier Account
        </Button>
      </PageHeader>
      {query.data && query.data.managed.length > 0 && (
        <section className={classes.managed} aria-labelledby="managed-carriers">
          <Title order={2} size="h4" id="managed-carriers">
            Included carriers
          </Title>
          <ul className={classes.marks}>
            {query.data.managed.map(({ carrier, name, description }) => (
              <li key={carrier} className={classes.mark} title={description}>
                {name || carrier}
              </li>
            ))}
          </ul>
        </section>
      )}
      <DataTable
        framed
        label="Your carrier accounts"
        columns={columns}
        rows={query.data?.items ?? NO_ACCOUNTS}
        rowId={rowId}
        status={query.isError ? 'error' : query.isPending ? 'loading' : 'ready'}
        error={query.error ? listErrorText(query.error) : undefined}
        onRetry={() => void query.refetch()}
        empty={{ reason: 'Add your own FedEx or UPS account to ship at your own rates.' }}
      />
      {editing && (
        <Suspense>
          <CarrierAccountModal
            key={editing.turn}
            opened={editing.opened}
            account={editing.item}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
