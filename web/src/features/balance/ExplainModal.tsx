// 'Explain this balance': every ledger entry of the account, the latest first, with what it changed
// and the balance it left. Its page is its own: the address bar belongs to the list below.
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'

import { entriesQuery, type LedgerEntry } from '@/api/transactions'
import { DateCell, MoneyCell } from '@/components/table/cells'
import type { Column } from '@/components/table/columns'
import { useQueryTable } from '@/components/table/useQueryTable'
import { AppModal } from '@/components/ui/modals/AppModal'
import { formatMoney } from '@/lib/format'
import type { ListSearch } from '@/lib/search'

import { availableChange, Postings, signed } from './Postings'

const NO_FILTERS = {}
const rowId = (entry: LedgerEntry) => entry.id

const COLUMNS: readonly Column<LedgerEntry>[] = [
  { id: 'version', header: 'No.', align: 'end', cell: (entry) => entry.version },
  {
    id: 'created_at',
    header: 'Date',
    cell: (entry) => <DateCell value={entry.created_at} withTime />,
  },
  {
    id: 'description',
    header: 'Description',
    fixed: true,
    maxWidth: 280,
    cell: (entry) => entry.description,
  },
  {
    id: 'postings',
    header: 'Postings',
    cell: (entry) => <Postings postings={entry.postings} />,
  },
  {
    id: 'change',
    header: 'Change',
    fixed: true,
    align: 'end',
    cell: (entry) => signed(availableChange(entry)),
  },
  {
    id: 'available_after',
    header: 'Balance',
    fixed: true,
    align: 'end',
    cell: (entry) => <MoneyCell value={entry.available_after} signed />,
  },
]

interface ExplainModalProps {
  opened: boolean
  onClose: () => void
}

export function ExplainModal({ opened, onClose }: ExplainModalProps) {
  return (
    <AppModal opened={opened} onClose={onClose} title="Explain this balance" size="xl">
      <Explanation />
    </AppModal>
  )
}

function Explanation() {
  const [search, setSearch] = useState<ListSearch>({})
  const { table, query, params } = useQueryTable({
    name: 'balance-entries',
    label: 'Ledger entries',
    noun: ['entry', 'entries'],
    columns: COLUMNS,
    rowId,
    search,
    setSearch: (change) => setSearch((old) => ({ ...old, ...change })),
    filters: NO_FILTERS,
    query: ({ page, per }) => entriesQuery({ page, per }),
    maxHeight: 'min(28rem, 55dvh)',
    empty: { reason: 'Nothing has moved this balance yet.' },
  })
  const latest = params.page === 1 ? query.data?.items[0] : undefined
  return (
    <Stack gap="sm">
      <Text size="sm">
        {latest && `The available balance is ${formatMoney(latest.available_after)}. `}
        Each line is one entry of the ledger: its balance is the balance of the line below it, plus
        its change.
      </Text>
      {table}
    </Stack>
  )
}
