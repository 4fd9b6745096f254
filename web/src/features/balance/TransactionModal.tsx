// One payment log: its fields, what was measured, and the ledger entries behind it.
import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { listErrorText } from '@/api/errors'
import { type LedgerEntry, transactionQuery } from '@/api/transactions'
import { AppModal } from '@/components/ui/modals/AppModal'
import { ErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'
import { formatDateTime, formatMoney } from '@/lib/format'

import classes from './balance.module.css'
import { disputedOf } from './columns'
import { DisputeButton } from './DisputeButton'
import type { Disputed } from './DisputeModal'
import { Measures } from './Measures'
import { Postings } from './Postings'
import { TransactionFacts } from './TransactionFacts'

interface TransactionModalProps {
  /** Null: closed. */
  id: string | null
  onClose: () => void
  onDispute: (about: Disputed) => void
}

export function TransactionModal({ id, onClose, onDispute }: TransactionModalProps) {
  // While it fades out it still shows what it showed.
  const [shown, setShown] = useState(id)
  if (id !== null && id !== shown) setShown(id)
  return (
    <AppModal opened={id !== null} onClose={onClose} title="Payment Log" size="lg">
      {shown !== null && <Detail id={shown} onDispute={onDispute} />}
    </AppModal>
  )
}

function Detail({ id, onDispute }: { id: string; onDispute: (about: Disputed) => void }) {
  const { data, error, isPending, refetch } = useQuery(transactionQuery(id))
  if (isPending) return <LoadingBlock />
  if (!data) return <ErrorBlock message={listErrorText(error)} onRetry={() => void refetch()} />
  const { transaction, entries } = data
  const about = disputedOf(transaction)
  return (
    <Stack gap="md">
      <TransactionFacts transaction={transaction} />
      {about && (
        <>
          <Measures
            quoted={transaction.adjustment_quoted}
            charged={transaction.adjustment_actual}
            claimed={transaction.claimed}
            captured={transaction.captured}
          />
          <Group justify="flex-end">
            <DisputeButton
              size="sm"
              disputed={transaction.adjustment_disputed}
              name={transaction.description}
              onClick={() => onDispute(about)}
            />
          </Group>
        </>
      )}
      <Entries entries={entries} />
    </Stack>
  )
}

function Entries({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <section className={classes.section} aria-labelledby="entries-heading">
      <Title order={3} size="h5" id="entries-heading">
        Ledger entries
      </Title>
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.id} className={classes.entry}>
            <div>
              <Text size="sm">{entry.description}</Text>
              <Text size="xs" c="dimmed">
                No. {entry.version}, {formatDateTime(entry.created_at)}. Available afterwards:{' '}
                {formatMoney(entry.available_after)}
              </Text>
            </div>
            <Postings postings={entry.postings} />
          </li>
        ))}
      </ol>
      {entries.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing has been posted for it yet.
        </Text>
      )}
    </section>
  )
}
