// The lines of a customs form, with their totals. Value and weight are those of the whole line.
import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'

import { useFieldError } from '@/components/form/field'
import { COUNTRIES } from '@/components/form/regions'
import { TextField } from '@/components/form/TextField'
import { CurrencyField, NumberField, SelectField } from '@/components/form/ValueFields'
import { formatCents, parseCents } from '@/lib/format'

import classes from './shipping.module.css'
import { type CustomsItemValues, EMPTY_ITEM, type PackageValues } from './values'

const ITEMS = 'customs_info.customs_items'
const figures = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })

export function CustomsItems() {
  const { control } = useFormContext<PackageValues>()
  const { fields, append, remove } = useFieldArray({ control, name: ITEMS })
  const error = useFieldError(control, ITEMS)
  return (
    <Stack gap="sm">
      {fields.map((field, at) => (
        <Item key={field.id} at={at} onRemove={() => remove(at)} />
      ))}
      <div className={classes.totals}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          // Carries the error of the list as a whole: the form finds it by name and focuses it.
          name={ITEMS}
          data-invalid={error ? true : undefined}
          onClick={() => append({ ...EMPTY_ITEM })}
        >
          Add item
        </Button>
        <Totals />
      </div>
      {error && (
        <div className={classes.error} role="alert">
          {error}
        </div>
      )}
    </Stack>
  )
}

function Item({ at, onRemove }: { at: number; onRemove: () => void }) {
  const { control } = useFormContext<PackageValues>()
  const path = `${ITEMS}.${at}` as const
  return (
    <fieldset className={classes.item}>
      <legend>Item {at + 1}</legend>
      <div className={classes.itemGrid}>
        <TextField
          control={control}
          name={`${path}.description`}
          label="Description"
          required
          maxLength={200}
        />
        <NumberField
          control={control}
          name={`${path}.quantity`}
          label="Quantity"
          min={1}
          required
        />
        <CurrencyField control={control} name={`${path}.value`} label="Total value" required />
        <NumberField
          control={control}
          name={`${path}.weight`}
          label="Total weight, oz"
          min={0}
          decimals={3}
          required
        />
        <TextField
          control={control}
          name={`${path}.hs_tariff_number`}
          label="HS tariff number"
          allowed={/[\d.]/}
          maxLength={15}
        />
        <TextField control={control} name={`${path}.code`} label="Your code" maxLength={50} />
        <SelectField
          control={control}
          name={`${path}.origin_country`}
          label="Country of origin"
          data={COUNTRIES}
          searchable
          required
        />
      </div>
      <div className={classes.itemFoot}>
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          aria-label={`Remove item ${at + 1}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </fieldset>
  )
}

function Totals() {
  const { control } = useFormContext<PackageValues>()
  const items = useWatch({ control, name: ITEMS })
  if (items.length === 0) return null
  return (
    <dl className={classes.totals}>
      <div>
        <dt>Total value</dt>
        <dd>{formatCents(totalValue(items))}</dd>
      </div>
      <div>
        <dt>Total weight</dt>
        <dd>{figures.format(totalWeight(items))} oz</dd>
      </div>
    </dl>
  )
}

function totalValue(items: readonly CustomsItemValues[]): bigint {
  return items.reduce((sum, { value }) => sum + (parseCents(value) ?? 0n), 0n)
}

function totalWeight(items: readonly CustomsItemValues[]): number {
  return items.reduce((sum, { weight }) => sum + (weight ?? 0), 0)
}
