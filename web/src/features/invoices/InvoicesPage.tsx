// The Invoices screen: the auto-pay method, and the invoices with Pay and a PDF each.
import { Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'

import { type Invoice, invoicesQuery } from '@/api/invoices'
import { useUser } from '@/api/user'
import { PageHeader } from '@/components/layout/PageHeader'
import { FilterBar } from '@/components/table/FilterBar'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'
import { ButtonLink } from '@/components/ui/links'
import { mayDo, mayOpen } from '@/lib/access'

import { AutopaySelect } from './AutopaySelect'
import { columnsWith, invoiceNumber, isPaid } from './columns'

const PayInvoiceModal = lazy(async () => ({
  default: (await import('./PayInvoiceModal')).PayInvoiceModal,
}))

const route = getRouteApi('/_app/invoices')
const OUTSTANDING = 'outstanding'
const KINDS = [
  { value: OUTSTANDING, label: 'Outstanding' },
  { value: 'paid', label: 'Paid' },
  { value: 'all', label: 'All' },
]

const rowId = (row: Invoice) => row.id

interface Paying {
  invoice: Invoice
  opened: boolean
  /** Every opening starts afresh. */
  turn: number
}

export function InvoicesPage() {
  const user = useUser()
  const mayPay = mayDo(user, 'billing_settings')
  const search = route.useSearch()
  const setSearch = useSearchState()
  const kind = search.kind ?? OUTSTANDING
  const [paying, setPaying] = useState<Paying | null>(null)
  const columns = useMemo(
    () =>
      columnsWith({
        mayPay,
        onPay: (invoice) =>
          setPaying((last) => ({ invoice, opened: true, turn: (last?.turn ?? 0) + 1 })),
      }),
    [mayPay],
  )

  const { table, query } = useQueryTable({
    name: 'invoices',
    label: 'Invoices',
    noun: ['invoice', 'invoices'],
    columns,
    rowId,
    rowName: invoiceNumber,
    search,
    setSearch,
    filters: kind,
    query: invoicesQuery,
    isMuted: isPaid,
    empty: {
      reason:
        kind === OUTSTANDING
          ? 'Nothing is outstanding. Invoices are drawn up on the 1st of each month.'
          : 'Invoices are drawn up on the 1st of each month.',
    },
  })

  return (
    <>
      <PageHeader title="Invoices" description="What you owe for labels, month by month.">
        {mayOpen(user, '/adjustments') && (
          <ButtonLink to="/adjustments" variant="default">
            Adjustments
          </ButtonLink>
        )}
      </PageHeader>
      <Stack gap="sm">
        {query.data && <AutopaySelect autopay={query.data.autopay} mayChange={mayPay} />}
        <FilterBar
          search={search}
          setSearch={setSearch}
          filters={[
            {
              kind: 'select',
              key: 'kind',
              label: 'Kind',
              options: KINDS,
              defaultValue: OUTSTANDING,
            },
          ]}
        />
        {table}
      </Stack>
      {paying && (
        <Suspense>
          <PayInvoiceModal
            key={paying.turn}
            opened={paying.opened}
            onClose={() => setPaying({ ...paying, opened: false })}
            invoice={paying.invoice}
          />
        </Suspense>
      )}
    </>
  )
}
