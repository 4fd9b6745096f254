// What the balance is: its value, what of it can be spent now, and what is on its way.
import { Button, Text, Title } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'

import type { Balance } from '@/api/balance'
import { formatMoney, parseCents } from '@/lib/format'

import classes from './balance.module.css'

interface BalanceCardProps {
  balance: Balance
  /** Accounts that are billed monthly owe instead of paying beforehand. */
  invoiced: boolean
  onExplain: () => void
}

export function BalanceCard({ balance, invoiced, onExplain }: BalanceCardProps) {
  const early = parseCents(balance.available_pending_credit_value) ?? 0n
  return (
    <section className={classes.card} aria-labelledby="balance-heading">
      <Title order={2} size="h4" id="balance-heading">
        Current balance
      </Title>
      <p className={classes.value}>{formatMoney(balance.value)}</p>
      <dl className={classes.figures}>
        <div>
          <dt>Available</dt>
          <dd>{formatMoney(balance.available_value)}</dd>
        </div>
        <div>
          <dt>Pending</dt>
          <dd>{formatMoney(balance.pending_credit)}</dd>
        </div>
        {invoiced && (
          <div>
            <dt>Credit used</dt>
            <dd>
              {formatMoney(balance.credit_used)} of {formatMoney(balance.credit_limit)}
            </dd>
          </div>
        )}
      </dl>
      {early > 0n && (
        <Text size="sm" c="dimmed">
          {formatMoney(balance.available_pending_credit_value)} of the pending money can be spent
          already.
        </Text>
      )}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconListDetails size={14} aria-hidden />}
          onClick={onExplain}
        >
          Explain this balance
        </Button>
      </div>
    </section>
  )
}
