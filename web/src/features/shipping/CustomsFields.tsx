// The customs form. What an answer asks for in addition appears with it and is required then.
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'

import { TextField } from '@/components/form/TextField'
import { CheckboxField, SelectField } from '@/components/form/ValueFields'

import { shippingOptionsQuery } from './api'
import { CustomsItems } from './CustomsItems'
import classes from './shipping.module.css'
import type { PackageValues } from './values'
import { words } from './words'

const CONTENTS = ['documents', 'gift', 'merchandise', 'returned_goods', 'sample', 'other']
const RESTRICTIONS = ['none', 'quarantine', 'sanitary_phytosanitary_inspection', 'other']
const NON_DELIVERY = ['return', 'abandon']

const choice = (value: string) => ({ value, label: words(value) })

export function CustomsFields() {
  const { control } = useFormContext<PackageValues>()
  const { data } = useQuery(shippingOptionsQuery)
  const [contents, restriction, certified] = useWatch({
    control,
    name: [
      'customs_info.contents_type',
      'customs_info.restriction_type',
      'customs_info.customs_certify',
    ],
  })

  return (
    <Stack gap="sm">
      <div className={classes.grid}>
        <div data-span="3">
          <SelectField
            control={control}
            name="customs_info.contents_type"
            label="Contents"
            data={(data?.contents_types ?? CONTENTS).map(choice)}
          />
        </div>
        <div data-span="3">
          <SelectField
            control={control}
            name="customs_info.non_delivery_option"
            label="If it cannot be delivered"
            data={(data?.non_delivery_options ?? NON_DELIVERY).map(choice)}
          />
        </div>
        {contents === 'other' && (
          <div data-span="6">
            <TextField
              control={control}
              name="customs_info.contents_explanation"
              label="What the contents are"
              required
              maxLength={200}
            />
          </div>
        )}
        <div data-span="3">
          <SelectField
            control={control}
            name="customs_info.restriction_type"
            label="Restriction"
            data={(data?.restriction_types ?? RESTRICTIONS).map(choice)}
          />
        </div>
        <div data-span="3">
          <TextField
            control={control}
            name="customs_info.eel_pfc"
            label="EEL or PFC"
            description="An exemption, or an AES number above $2,500"
          />
        </div>
        {restriction !== 'none' && (
          <div data-span="6">
            <TextField
              control={control}
              name="customs_info.restriction_comments"
              label="What the restriction is"
              required
              maxLength={200}
            />
          </div>
        )}
        <div data-span="6">
          <CheckboxField
            control={control}
            name="customs_info.customs_certify"
            label="I certify that this declaration is true"
          />
        </div>
        {certified && (
          <div data-span="6">
            <TextField
              control={control}
              name="customs_info.customs_signer"
              label="Signer"
              required
              maxLength={200}
            />
          </div>
        )}
      </div>
      <CustomsItems />
    </Stack>
  )
}
