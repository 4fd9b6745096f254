// The payments of a program: a paged table, its export, and a dialog for each row.
import { Title } from '@mantine/core'
import { useMemo, useState } from 'react'

import { type IncentivePayment, incentivePaymentsQuery, type Program } from '@/api/incentives'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'
import type { ListSearch } from '@/lib/search'

import { columnsWith } from './columns'
import { ExportForm } from './ExportForm'
import classes from './incentives.module.css'
import { PaymentModal } from './PaymentModal'
import { useApprove } from './useApprove'

const NO_FILTERS = {}
const rowId = (payment: IncentivePayment) => payment.id

interface PaymentLogProps {
  program: Program
  search: ListSearch
  mayApprove: boolean
  /** Undefined while it is not known: then the server decides alone. */
  billingEnabled: boolean | undefined
}

interface Shown {
  opened: boolean
  payment: IncentivePayment
}

export function PaymentLog({ program, search, mayApprove, billingEnabled }: PaymentLogProps) {
  const setSearch = useSearchState()
  const [shown, setShown] = useState<Shown | null>(null)
  const approve = useApprove(billingEnabled)
  const onApprove = mayApprove ? approve : undefined
  const columns = useMemo(() => columnsWith(onApprove), [onApprove])

  const { table, query, total } = useQueryTable({
    name: `${program}-payments`,
    label: 'Payment log',
    noun: ['payment', 'payments'],
    columns,
    rowId,
    search,
    setSearch,
    filters: NO_FILTERS,
    query: ({ page, per }) => incentivePaymentsQuery(program, { page, per }),
    onOpen: (payment) => setShown({ opened: true, payment }),
    empty: { reason: 'Incentives are gathered into a report each month.' },
  })
  // An approval changes the row while its dialog is open.
  const current = query.data?.items.find(({ id }) => id === shown?.payment.id) ?? shown?.payment

  return (
    <section className={classes.log} aria-labelledby="payment-log">
      <div className={classes.logHead}>
        <Title order={2} id="payment-log">
          Payment log
        </Title>
        <ExportForm program={program} disabled={total === 0} />
      </div>
      {table}
      {shown && current && (
        <PaymentModal
          opened={shown.opened}
          onClose={() => setShown({ ...shown, opened: false })}
          payment={current}
          onApprove={onApprove}
        />
      )}
    </section>
  )
}
