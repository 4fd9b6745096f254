// A billing program: its balance, where it is paid to and pulled from, and its payments.
import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { listErrorText } from '@/api/errors'
import { type IncentiveAccount, incentiveAccountQuery, type Program } from '@/api/incentives'
import { PageHeader } from '@/components/layout/PageHeader'
import { ErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'
import { AddBankControl } from '@/features/payments/AddBankControl'
import { BankCard } from '@/features/payments/BankCard'
import methodClasses from '@/features/payments/payments.module.css'
import { useMayChangeBilling } from '@/features/payments/rights'
import { formatMoney } from '@/lib/format'
import type { ListSearch } from '@/lib/search'

import classes from './incentives.module.css'
import { PaymentLog } from './PaymentLog'
import { PullAccount } from './PullAccount'
import { SettingSwitch } from './SettingSwitch'

interface IncentivePageProps {
  program: Program
  title: string
  search: ListSearch
}

export function IncentivePage({ program, title, search }: IncentivePageProps) {
  const { data, error, refetch } = useQuery(incentiveAccountQuery(program))
  const mayChange = useMayChangeBilling()
  return (
    <>
      <PageHeader
        title={title}
        description="Incentives on your labels are gathered into monthly reports and paid when a report is approved."
      />
      <Stack gap="lg">
        {data ? (
          <div className={classes.cards}>
            <BalanceCard program={program} account={data} mayChange={mayChange} />
            <PayoutAccounts program={program} account={data} mayChange={mayChange} />
            {program === 'external' && (
              <PullAccount program={program} settings={data.settings} mayChange={mayChange} />
            )}
          </div>
        ) : error ? (
          <ErrorBlock message={listErrorText(error)} onRetry={() => void refetch()} />
        ) : (
          <LoadingBlock />
        )}
        <PaymentLog
          program={program}
          search={search}
          mayApprove={mayChange}
          billingEnabled={data?.billing_enabled}
        />
      </Stack>
    </>
  )
}

interface PartProps {
  program: Program
  account: IncentiveAccount
  mayChange: boolean
}

function BalanceCard({ program, account, mayChange }: PartProps) {
  return (
    <section className={classes.card} aria-labelledby="incentive-balance">
      <Title order={2} id="incentive-balance">
        Current balance
      </Title>
      <Text className={classes.value}>{formatMoney(account.value)}</Text>
      <Text size="sm" c="dimmed">
        {formatMoney(account.available_value)} available
      </Text>
      <SettingSwitch
        program={program}
        name="auto_approve_payouts"
        label="Automatically approve incentive reports"
        checked={account.settings.auto_approve_payouts}
        mayChange={mayChange}
      />
    </section>
  )
}

function PayoutAccounts({ program, account, mayChange }: PartProps) {
  const banks = account.payout_accounts
  return (
    <section className={classes.card} aria-labelledby="payout-accounts">
      <Title order={2} id="payout-accounts">
        Payout bank account
      </Title>
      {banks.length === 0 ? (
        <Text size="sm" c="dimmed">
          Approved reports are paid to it. There is none yet.
        </Text>
      ) : (
        <ul className={methodClasses.methods}>
          {banks.map((bank) => (
            <BankCard key={bank.id} bank={bank} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {mayChange && (
        <div>
          <AddBankControl
            label="Add payout bank account"
            purpose={{ type: 'PayoutBankAccount', external: program === 'external' }}
          />
        </div>
      )}
    </section>
  )
}
