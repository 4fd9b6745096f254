// Every field of a transaction that has a value, with links to what it is about. Links lead only
// where the viewer may go.
import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import type { Transaction } from '@/api/transactions'
import { useUser } from '@/api/user'
import { statusWords } from '@/components/labels/tracking'
import { DateCell, IdCell, MoneyCell } from '@/components/table/cells'
import { AnchorLink } from '@/components/ui/links'
import { StatusBadge } from '@/components/ui/StatusBadge'
import { mayOpen } from '@/lib/access'
import { fileHref } from '@/lib/fileHref'

import classes from './balance.module.css'
import { PaymentStatus, TrackingCode } from './columns'
import { disputeTone, kindWord } from './words'

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A link to the shipment for whoever may see it, else nothing. */
export function ShipmentLink({ id }: { id: string }) {
  if (!mayOpen(useUser(), '/shipments')) return <IdCell value={id} name="shipment id" />
  return (
    <AnchorLink to="/shipment/$id/summary" params={{ id }} inherit>
      Open the shipment
    </AnchorLink>
  )
}

function FileFact({ name, url, children }: { name: string; url: string | null; children: string }) {
  const href = fileHref(url)
  if (!href) return null
  return (
    <Fact name={name}>
      <Anchor href={href} target="_blank" rel="noopener noreferrer" inherit>
        {children}
      </Anchor>
    </Fact>
  )
}

function MoneyFact({ name, value }: { name: string; value: string | null }) {
  if (value === null) return null
  return (
    <Fact name={name}>
      <MoneyCell value={value} signed />
    </Fact>
  )
}

function InvoiceFact({ id }: { id: string }) {
  const linked = mayOpen(useUser(), '/invoices')
  return (
    <Fact name="Invoice">
      {linked ? (
        <AnchorLink to="/invoices" search={{ kind: 'all' }} inherit>
          {id}
        </AnchorLink>
      ) : (
        id
      )}
    </Fact>
  )
}

export function TransactionFacts({ transaction }: { transaction: Transaction }) {
  const { payment, adjustment_dispute_state: dispute } = transaction
  return (
    <dl className={classes.facts}>
      <Fact name="Date">
        <DateCell value={transaction.created_at} withTime />
      </Fact>
      <Fact name="Type">{kindWord(transaction.kind)}</Fact>
      <Fact name="Description">{transaction.description}</Fact>
      <MoneyFact name="Amount" value={transaction.amount} />
      <MoneyFact name="Pending amount" value={transaction.pending_amount} />
      <MoneyFact name="Refund amount" value={transaction.refund_amount} />
      <MoneyFact name="Available change" value={transaction.available_value_change} />
      <MoneyFact name="Balance after it" value={transaction.balance_after} />
      {transaction.tracking_code && (
        <Fact name="Tracking code">
          <TrackingCode code={transaction.tracking_code} url={transaction.tracking_url} />
        </Fact>
      )}
      {transaction.shipment_id && (
        <Fact name="Shipment">
          <ShipmentLink id={transaction.shipment_id} />
        </Fact>
      )}
      {transaction.invoice_id && <InvoiceFact id={transaction.invoice_id} />}
      {payment && (
        <Fact name="Payment">
          <PaymentStatus payment={payment} />
          {payment.method && ` ${payment.method}`}
          {payment.reason && (
            <Text size="sm" c="dimmed">
              {payment.reason}
            </Text>
          )}
        </Fact>
      )}
      {dispute && (
        <Fact name="Dispute">
          <StatusBadge tone={disputeTone(dispute)}>{statusWords(dispute)}</StatusBadge>
        </Fact>
      )}
      <FileFact name="Receipt" url={transaction.receipt_url}>
        Open the receipt
      </FileFact>
      <FileFact name="Incentive report" url={transaction.incentive_report_url}>
        Open the incentive report
      </FileFact>
      <FileFact name="Report" url={transaction.report_file_url}>
        Open the report
      </FileFact>
      <Fact name="ID">
        <IdCell value={transaction.id} name="transaction id" />
      </Fact>
    </dl>
  )
}
