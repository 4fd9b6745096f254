// The automatic recharge: below which balance, how much, and from which two methods. Who may not
// change it reads it as a sentence.
import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'

import type { BalanceReply } from '@/api/balance'
import type { User } from '@/api/user'
import { Card } from '@/components/layout/Card'
import { LoadingBlock } from '@/components/ui/StateBlocks'
import { NoMethods } from '@/features/payments/NoMethods'

import classes from './balance.module.css'
import { rechargeText, valuesOf } from './recharge'

// The form brings the fields with it: it comes after the figures that everybody looks for first.
const RechargeForm = lazy(async () => ({
  default: (await import('./RechargeForm')).RechargeForm,
}))

interface RechargeSettingsProps {
  settings: User['settings']
  topup: BalanceReply['topup']
  mayChange: boolean
}

export function RechargeSettings({ settings, topup, mayChange }: RechargeSettingsProps) {
  const methods = topup.payment_method.options
  const saved = valuesOf(settings)
  return (
    <Card title="Recharge settings">
      <Text size="sm" c="dimmed">
        {rechargeText(saved, methods)}
      </Text>
      {mayChange && methods.length === 0 && <NoMethods />}
      {mayChange && (
        <div className={classes.formPlace}>
          <Suspense fallback={<LoadingBlock />}>
            {/* Saved elsewhere meanwhile: the form starts from what is saved now. */}
            <RechargeForm key={JSON.stringify(saved)} saved={saved} topup={topup} />
          </Suspense>
        </div>
      )}
    </Card>
  )
}
