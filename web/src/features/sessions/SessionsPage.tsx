// Signed-in devices: one's own, and for the owner also those of the sub-users. Any other than this
// one can be ended.
import { Button, Text } from '@mantine/core'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import {
  type DeviceSession,
  deviceSessionsQuery,
  endDeviceSession,
  endOtherSessions,
} from '@/api/deviceSessions'
import { listErrorText, requestErrorText } from '@/api/errors'
import { useUser } from '@/api/user'
import { PageHeader } from '@/components/layout/PageHeader'
import { DateCell, TwoLineCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { DataTable } from '@/components/table/DataTable'
import { withBusy } from '@/components/ui/modals/busy'
import { confirm } from '@/components/ui/modals/dialogs'
import { toastError, toastSuccess } from '@/components/ui/modals/toasts'
import { StatusBadge } from '@/components/ui/StatusBadge'

import { deviceName } from './device'

const rowId = (session: DeviceSession) => session.id

function columnsWith(
  ownerName: string | null,
  onEnd: (session: DeviceSession) => void,
): Column<DeviceSession>[] {
  return [
    {
      id: 'device',
      header: 'Device',
      cell: (session) => (
        <TwoLineCell
          first={deviceName(session.user_agent)}
          second={session.ip ?? 'Unknown address'}
        />
      ),
    },
    ...(ownerName === null
      ? []
      : [
          {
            id: 'user',
            header: 'User',
            cell: (session: DeviceSession) => session.person_name ?? ownerName,
          },
        ]),
    {
      id: 'created_at',
      header: 'Signed in',
      cell: (session) => <DateCell value={session.created_at} withTime />,
    },
    {
      id: 'last_used_at',
      header: 'Last used',
      cell: (session) => <DateCell value={session.last_used_at} withTime />,
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: (session) =>
        session.current ? (
          <StatusBadge tone="green">This device</StatusBadge>
        ) : (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`End the session of ${deviceName(session.user_agent)}`}
            onClick={() => onEnd(session)}
          >
            End session
          </Button>
        ),
    },
  ]
}

async function ending(client: QueryClient, work: () => Promise<string>): Promise<void> {
  try {
    toastSuccess(await withBusy('Sending request...', work, { cancellable: false }))
  } catch (error) {
    toastError(requestErrorText(error))
  } finally {
    await client.invalidateQueries(deviceSessionsQuery)
  }
}

function endSession(client: QueryClient, session: DeviceSession): Promise<void> {
  return ending(client, () => endDeviceSession(session.id))
}

async function endOthers(client: QueryClient): Promise<void> {
  const agreed = await confirm({
    title: 'Sign out other devices',
    message: 'Every other device on which you are signed in will have to sign in again.',
    confirmLabel: 'Sign out other devices',
  })
  if (agreed) await ending(client, endOtherSessions)
}

export function SessionsPage() {
  const user = useUser()
  const client = useQueryClient()
  const query = useQuery(deviceSessionsQuery)
  const sessions = query.data?.items ?? []

  const ownerName = user.person ? null : user.name
  const columns = useMemo(
    () => columnsWith(ownerName, (session) => void endSession(client, session)),
    [client, ownerName],
  )

  return (
    <>
      <PageHeader
        title="Sessions"
        description="Devices that are signed in. End any you do not recognise, then change your password."
      >
        <Button
          variant="default"
          disabled={sessions.length < 2}
          onClick={() => void endOthers(client)}
        >
          Sign out other devices
        </Button>
      </PageHeader>
      <DataTable
        framed
        label="Signed-in devices"
        columns={columns}
        rows={sessions}
        rowId={rowId}
        status={query.isError ? 'error' : query.isPending ? 'loading' : 'ready'}
        error={query.error ? listErrorText(query.error) : undefined}
        onRetry={() => void query.refetch()}
      />
      <Text size="xs" c="dimmed" mt="xs">
        Changing your password ends your other sessions too.
      </Text>
    </>
  )
}
