// The automatic recharge: below which balance, how much, and from which two methods. Who may not
// change it reads it as a sentence.
import { Skeleton, Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'

import type { BalanceReply } from '@/api/balance'
import type { User } from '@/api/user'

import classes from './balance.module.css'
import { NoMethods } from './NoMethods'
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
    <section className={classes.card} aria-labelledby="recharge-heading">
      <Title order={2} size="h4" id="recharge-heading">
        Recharge settings
      </Title>
      <Text size="sm" c="dimmed">
        {rechargeText(saved, methods)}
      </Text>
      {mayChange && methods.length === 0 && <NoMethods />}
      {mayChange && (
        <Suspense fallback={<Skeleton height={208} />}>
          {/* Saved elsewhere meanwhile: the form starts from what is saved now. */}
          <RechargeForm key={JSON.stringify(saved)} saved={saved} topup={topup} />
        </Suspense>
      )}
    </section>
  )
}
