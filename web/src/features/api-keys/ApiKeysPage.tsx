// The API Key screen: keys for programs, with Copy and Delete per row and a button to make one.
// The server keeps keys hashed, so a row's Copy works only for keys made since this page was
// opened; the others say why it does not.
import { Anchor, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { type ApiKey, apiKeysQuery, deleteApiKey, setDefaultApiKey } from '@/api/apiKeys'
import { getConfig } from '@/api/config'
import { listErrorText, requestErrorText } from '@/api/errors'
import { PageHeader } from '@/components/layout/PageHeader'
import { DataTable } from '@/components/table/DataTable'
import { withBusy } from '@/components/ui/modals/busy'
import { confirm } from '@/components/ui/modals/dialogs'
import { toastError, toastSuccess } from '@/components/ui/modals/toasts'

import { AddApiKeyModal } from './AddApiKeyModal'
import { columnsWith } from './columns'
import { NewKeyModal } from './NewKeyModal'

const rowId = (key: ApiKey) => key.id
const NO_KEYS: readonly ApiKey[] = []

async function changing(
  client: QueryClient,
  busy: string,
  work: () => Promise<void>,
  done: string,
): Promise<void> {
  try {
    await withBusy(busy, work, { cancellable: false })
    toastSuccess(done)
  } catch (error) {
    toastError(requestErrorText(error))
  } finally {
    await client.invalidateQueries(apiKeysQuery)
  }
}

async function removeKey(client: QueryClient, key: ApiKey): Promise<void> {
  const agreed = await confirm({
    title: 'Delete API key',
    message: `Are you sure you want to delete the key "${key.description}"? Programs that use it stop working at once. This action cannot be undone.`,
    confirmLabel: 'Delete',
    danger: true,
  })
  if (!agreed) return
  await changing(client, 'Deleting...', () => deleteApiKey(key.id), 'The API key was deleted')
}

function makeDefault(client: QueryClient, key: ApiKey): Promise<void> {
  const work = () => setDefaultApiKey(key.id)
  return changing(client, 'Updating...', work, 'The default key was changed')
}

export function ApiKeysPage() {
  const client = useQueryClient()
  const query = useQuery(apiKeysQuery)
  const keys = query.data?.items ?? NO_KEYS
  const [adding, setAdding] = useState(false)
  const [created, setCreated] = useState<ApiKey | null>(null)
  /** Keys made since the page was opened, by id. They live nowhere else. */
  const [known, setKnown] = useState<Readonly<Record<string, string>>>({})

  const only = keys.length <= 1
  const columns = useMemo(
    () =>
      columnsWith({
        known,
        only,
        onDelete: (key) => void removeKey(client, key),
        onDefault: (key) => void makeDefault(client, key),
      }),
    [client, known, only],
  )

  const onCreated = (key: ApiKey) => {
    setKnown((all) => ({ ...all, [key.id]: key.token }))
    setCreated(key)
    void client.invalidateQueries(apiKeysQuery)
  }

  return (
    <>
      <PageHeader
        title="API Key"
        description={
          <>
            Keys let your own programs act for this account.{' '}
            <Anchor
              inherit
              underline="always"
              href={getConfig().api_docs}
              target="_blank"
              rel="noopener"
            >
              API documentation
            </Anchor>
          </>
        }
      >
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          Create New API Key
        </Button>
      </PageHeader>
      <DataTable
        framed
        label="API keys"
        columns={columns}
        rows={keys}
        rowId={rowId}
        status={query.isError ? 'error' : query.isPending ? 'loading' : 'ready'}
        error={query.error ? listErrorText(query.error) : undefined}
        onRetry={() => void query.refetch()}
        empty={{ reason: 'Create a key to connect your own programs to this account.' }}
      />
      <AddApiKeyModal opened={adding} onClose={() => setAdding(false)} onCreated={onCreated} />
      <NewKeyModal apiKey={created} onClose={() => setCreated(null)} />
    </>
  )
}
