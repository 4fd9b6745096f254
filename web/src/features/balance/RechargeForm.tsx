// The form of the automatic recharge. The second method waits for the first, and neither list offers
// what the other has taken.
import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { type BalanceReply, saveRecharge } from '@/api/balance'
import { userQuery } from '@/api/user'
import { Form } from '@/components/form/Form'
import { CurrencyField, SelectField } from '@/components/form/ValueFields'
import { toastSuccess } from '@/components/ui/modals/toasts'

import classes from './balance.module.css'
import {
  faultsOf,
  methodOptions,
  NONE,
  type RechargeValues,
  replenishmentOptions,
  settingsOf,
} from './recharge'

const schema = z
  .object({
    threshold: z.string(),
    replenishment: z.string(),
    primary: z.string(),
    secondary: z.string(),
  })
  .check(({ value, issues }) => {
    for (const [field, message] of faultsOf(value)) {
      issues.push({ code: 'custom', path: [field], message, input: value[field] })
    }
  })

const rechargeResolver = zodResolver(schema)

const RENAME = {
  'settings.recharge_threshold': 'threshold',
  'settings.replenishment_amount': 'replenishment',
  'settings.primary_topup_method_id': 'primary',
  'settings.secondary_topup_method_id': 'secondary',
}

interface RechargeFormProps {
  saved: RechargeValues
  topup: BalanceReply['topup']
}

export function RechargeForm({ saved, topup }: RechargeFormProps) {
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
