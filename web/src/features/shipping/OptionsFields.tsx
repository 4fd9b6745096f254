// What the sender asks for beside the transport: signature, insurance, dangerous goods, label.
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'

import { useUser } from '@/api/user'
import { TextField } from '@/components/form/TextField'
import { CurrencyField, SelectField } from '@/components/form/ValueFields'
import { formatCents } from '@/lib/format'

import { shippingOptionsQuery } from './api'
import { INSURANCE, insuranceFee } from './insurance'
import classes from './shipping.module.css'
import { MEDIA_MAIL, type PackageValues } from './values'
import { words } from './words'

const CONFIRMATIONS = [
  'NO_SIGNATURE',
  'SIGNATURE',
  'ADULT_SIGNATURE',
  'SIGNATURE_RESTRICTED',
  'ADULT_SIGNATURE_RESTRICTED',
]
const FORMATS = ['pdf', 'png', 'zpl']
/** ZPL draws one label; it has no sheet of paper. */
const ZPL_LAYOUT = '4X6'

const ELIGIBILITY = [{ value: MEDIA_MAIL, label: 'Media Mail and Library Mail' }]

export function OptionsFields() {
  const { control } = useFormContext<PackageValues>()
  const { settings } = useUser()
  const { data } = useQuery(shippingOptionsQuery)
  const hazmat = useWatch({ control, name: 'options.hazmat' })
  const insured = useWatch({ control, name: 'options.carrier_insurance_amount' })

  const terms = data?.insurance ?? INSURANCE
  const fee = insuranceFee(insured, terms)
  const takers = data?.hazmat.find(({ value }) => value === hazmat)?.carriers ?? []
  const noZpl = settings.label_layout !== ZPL_LAYOUT

  return (
    <div className={classes.grid}>
      <div data-span="3">
        <SelectField
          control={control}
          name="options.delivery_confirmation"
          label="Delivery confirmation"
          data={(data?.delivery_confirmations ?? CONFIRMATIONS).map(choice)}
        />
      </div>
      <div data-span="3">
        <CurrencyField
          control={control}
          name="options.carrier_insurance_amount"
          label="Insurance amount"
          description={`${terms.percent}% of the declared value, minimum $${terms.minimum}, billed to the balance`}
        />
        {fee !== null && (
          <Text component="output" className={classes.fee}>
            Insurance fee: {formatCents(fee)}
          </Text>
        )}
      </div>
      <div data-span="3">
        <SelectField
          control={control}
          name="options.special_rates_eligibility"
          label="Special rates"
          description="Books, films, music and the like may go at lower rates"
          placeholder="None"
          data={ELIGIBILITY}
          clearable
        />
      </div>
      <div data-span="3">
        <SelectField
          control={control}
          name="options.hazmat"
          label="Hazardous materials"
          description={takers.length > 0 ? `Taken by ${takers.join(', ')}` : undefined}
          placeholder="None"
          data={data?.hazmat ?? []}
          searchable
          clearable
        />
      </div>
      <div data-span="3">
        <SelectField
          control={control}
          name="options.hub_id"
          label="UniUni hub"
          placeholder="None"
          data={data?.hubs.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
          clearable
        />
      </div>
      <div data-span="3">
        <SelectField
          control={control}
          name="options.label_format"
          label="Label format"
          description={noZpl ? `ZPL is usable only with layout ${ZPL_LAYOUT}` : undefined}
          placeholder={`Your setting (${settings.label_format.toUpperCase()})`}
          data={(data?.label_formats ?? FORMATS).map((value) => ({
            value,
            label: value.toUpperCase(),
            disabled: value === 'zpl' && noZpl,
          }))}
          clearable
        />
      </div>
      <div data-span="3">
        <TextField
          control={control}
          name="options.print_custom_1"
          label="Print on label, line 1"
          maxLength={50}
        />
      </div>
      <div data-span="3">
        <TextField
          control={control}
          name="options.print_custom_2"
          label="Print on label, line 2"
          maxLength={50}
        />
      </div>
    </div>
  )
}

function choice(value: string) {
  return { value, label: words(value) }
}
