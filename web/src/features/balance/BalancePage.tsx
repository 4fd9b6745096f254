// The Balance screen: the balance, its automatic recharge, adding funds, and the payment logs.
import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'

import { balanceQuery } from '@/api/balance'
import { listErrorText } from '@/api/errors'
import { useUser } from '@/api/user'
import { PageHeader } from '@/components/layout/PageHeader'
import { ButtonLink } from '@/components/ui/links'
import { ErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'
import { mayDo } from '@/lib/access'

import classes from './balance.module.css'
import { BalanceCard } from './BalanceCard'
import { PaymentLogs } from './PaymentLogs'
import { RechargeSettings } from './RechargeSettings'
import { useOpening } from './useOpening'

// Dialogs: loaded when they are first opened.
const AddFundsModal = lazy(async () => ({
  default: (await import('./AddFundsModal')).AddFundsModal,
}))
const ExplainModal = lazy(async () => ({
  default: (await import('./ExplainModal')).ExplainModal,
}))

export function BalancePage() {
  const user = useUser()
  const mayChange = mayDo(user, 'billing_settings')
  const { data, error, isPending, refetch } = useQuery(balanceQuery)
  const funds = useOpening()
  const explain = useOpening()

  return (
    <>
      <PageHeader title="Balance" description="What labels are paid from.">
        <ButtonLink to="/adjustments" variant="default">
          Adjustments
        </ButtonLink>
        {mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={!data}
            onClick={funds.open}
          >
            Add funds
          </Button>
        )}
      </PageHeader>
      <Stack gap="lg">
        {isPending && (
          <div className={classes.topPlace}>
            <LoadingBlock />
          </div>
        )}
        {!isPending && !data && (
          <ErrorBlock message={listErrorText(error)} onRetry={() => void refetch()} />
        )}
        {data && (
          <div className={classes.top}>
            <BalanceCard
              balance={data.balance}
              invoiced={user.billing_type === 'invoicing'}
              onExplain={explain.open}
            />
            <RechargeSettings settings={user.settings} topup={data.topup} mayChange={mayChange} />
          </div>
        )}
        <PaymentLogs />
      </Stack>
      {data && funds.state && (
        <Suspense>
          <AddFundsModal
            key={funds.state.turn}
            opened={funds.state.opened}
            onClose={funds.close}
            topup={data.topup}
          />
        </Suspense>
      )}
      {explain.state && (
        <Suspense>
          <ExplainModal
            key={explain.state.turn}
            opened={explain.state.opened}
            onClose={explain.close}
          />
        </Suspense>
      )}
    </>
  )
}
