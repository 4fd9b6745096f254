// The automatic recharge: below which balance, how much, and from which two methods. Who may not
// change it reads it as a sentence.
import { Button, Group, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'

import { type BalanceReply, saveRecharge } from '@/api/balance'
import { type User, userQuery } from '@/api/user'
import { Form } from '@/components/form/Form'
import { CurrencyField, SelectField } from '@/components/form/ValueFields'
import { toastSuccess } from '@/components/ui/modals/toasts'

import classes from './balance.module.css'
import { NoMethods } from './NoMethods'
import {
  methodOptions,
  NONE,
  rechargeResolver,
  rechargeText,
  type RechargeValues,
  replenishmentOptions,
  settingsOf,
  valuesOf,
} from './recharge'

const RENAME = {
  'settings.recharge_threshold': 'threshold',
  'settings.replenishment_amount': 'replenishment',
  'settings.primary_topup_method_id': 'primary',
  'settings.secondary_topup_method_id': 'secondary',
}

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
        // Saved elsewhere meanwhile: the form starts from what is saved now.
        <RechargeForm key={JSON.stringify(saved)} saved={saved} topup={topup} />
      )}
    </section>
  )
}

interface RechargeFormProps {
  saved: RechargeValues
  topup: BalanceReply['topup']
}

function RechargeForm({ saved, topup }: RechargeFormProps) {
  const client = useQueryClient()
  const form = useForm<RechargeValues>({ resolver: rechargeResolver, defaultValues: saved })
  const { threshold, replenishment, primary, secondary } = useWatch({ control: form.control })
  const methods = topup.payment_method.options
  const first = primary ?? NONE

  const submit = async (values: RechargeValues) => {
    await saveRecharge(settingsOf(values))
    toastSuccess('The recharge settings were saved')
    await client.invalidateQueries(userQuery)
  }

  return (
    <Form form={form} onSubmit={submit} rename={RENAME} aria-label="Recharge settings">
      <div className={classes.fields}>
        <CurrencyField
          control={form.control}
          name="threshold"
          label="Recharge threshold"
          description="Empty: no automatic recharge."
        />
        <SelectField
          control={form.control}
          name="replenishment"
          label="Replenishment amount"
          description="At least the recharge threshold."
          data={replenishmentOptions(topup.amount.options, threshold ?? '', replenishment ?? '')}
        />
        <SelectField
          control={form.control}
          name="primary"
          label="Primary top-up method"
          data={methodOptions(methods, secondary ?? NONE)}
          onPick={(picked) => {
            if (picked === NONE) form.setValue('secondary', NONE, { shouldDirty: true })
          }}
        />
        <SelectField
          control={form.control}
          name="secondary"
          label="Secondary top-up method"
          description={
            first === NONE ? 'Choose a primary method first.' : 'Used when the primary one fails.'
          }
          disabled={first === NONE}
          data={methodOptions(methods, first)}
        />
      </div>
      <Group justify="flex-end">
        <Button type="submit" loading={form.formState.isSubmitting}>
          Save
        </Button>
      </Group>
    </Form>
  )
}
