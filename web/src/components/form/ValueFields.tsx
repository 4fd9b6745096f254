// Fields whose value is not plain text: amounts, numbers, choices, switches, dates. Controlled.
import { Checkbox, NumberInput, Select, type SelectProps, Switch } from '@mantine/core'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'

import { DateInput } from '@/components/dates/DateInput'
import type { DayRange } from '@/lib/dates'

import { CurrencyInput } from './CurrencyInput'
import {
  asText,
  type BooleanPath,
  type FieldProps,
  type NumberPath,
  type TextPath,
  useValueField,
} from './field'

/** An amount in US dollars; the form's value is a decimal string such as '12.50', or ''. */
export function CurrencyField<V extends FieldValues, N extends TextPath<V>, C, T>({
  control,
  name,
  ...input
}: FieldProps<V, N, C, T> & { placeholder?: string }) {
  const { value, onChange, bind } = useValueField(control, name)
  return <CurrencyInput {...input} {...bind} value={asText(value)} onChange={onChange} />
}

interface NumberFieldProps<V extends FieldValues, N extends NumberPath<V>, C, T> extends FieldProps<
  V,
  N,
  C,
  T
> {
  min?: number
  max?: number
  /** Digits after the dot. Whole numbers unless given. */
  decimals?: number
  suffix?: string
  placeholder?: string
}

/** A measure or a count; never money. The form's value is a number, or null for none. */
export function NumberField<V extends FieldValues, N extends NumberPath<V>, C, T>({
  control,
  name,
  decimals = 0,
  min,
  ...input
}: NumberFieldProps<V, N, C, T>) {
  const { value, onChange, bind } = useValueField(control, name)
  // Text on its way to a number ('12.', '-') is kept as typed.
  const [draft, setDraft] = useState<number | string>('')
  const number = typeof value === 'number' ? value : null
  return (
    <NumberInput
      {...input}
      {...bind}
      value={toNumber(draft) === number ? draft : (number ?? '')}
      onChange={(next) => {
        setDraft(next)
        onChange(toNumber(next))
      }}
      min={min}
      allowNegative={min === undefined || min < 0}
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      // The rules say what is wrong; a figure is never changed behind the user's back.
      clampBehavior="none"
      hideControls
      autoComplete="off"
    />
  )
}

function toNumber(typed: number | string): number | null {
  const number = typed === '' ? Number.NaN : Number(typed)
  return Number.isFinite(number) ? number : null
}

const CLOSED_IS_UNMOUNTED = { keepMounted: false }

interface SelectFieldProps<V extends FieldValues, N extends TextPath<V>, C, T>
  extends
    FieldProps<V, N, C, T>,
    Pick<SelectProps, 'data' | 'searchable' | 'clearable' | 'placeholder' | 'nothingFoundMessage'> {
  onPick?: (value: string) => void
}

/** One of a list. The form's value is the chosen value, or '' for none. */
export function SelectField<V extends FieldValues, N extends TextPath<V>, C, T>({
  control,
  name,
  onPick,
  ...input
}: SelectFieldProps<V, N, C, T>) {
  const { value, onChange, bind } = useValueField(control, name)
  return (
    <Select
      {...input}
      {...bind}
      // Else every option is in the page while the list is closed: 249 for each country field.
      comboboxProps={CLOSED_IS_UNMOUNTED}
      value={asText(value) || null}
      onChange={(next) => {
        onChange(next ?? '')
        onPick?.(next ?? '')
      }}
    />
  )
}

export function CheckboxField<V extends FieldValues, N extends BooleanPath<V>, C, T>({
  control,
  name,
  ...input
}: FieldProps<V, N, C, T>) {
  const { value, onChange, bind } = useValueField(control, name)
  return (
    <Checkbox
      {...input}
      {...bind}
      checked={Boolean(value)}
      onChange={(event) => onChange(event.currentTarget.checked)}
      aria-invalid={bind.error !== undefined || undefined}
    />
  )
}

interface SwitchFieldProps<
  V extends FieldValues,
  N extends BooleanPath<V>,
  C,
  T,
> extends FieldProps<V, N, C, T> {
  onPick?: (on: boolean) => void
}

export function SwitchField<V extends FieldValues, N extends BooleanPath<V>, C, T>({
  control,
  name,
  onPick,
  ...input
}: SwitchFieldProps<V, N, C, T>) {
  const { value, onChange, bind } = useValueField(control, name)
  return (
    <Switch
      {...input}
      {...bind}
      // Mantine's label wraps the description and the error; the name is the label alone.
      aria-label={typeof input.label === 'string' ? input.label : undefined}
      checked={Boolean(value)}
      onChange={(event) => {
        onChange(event.currentTarget.checked)
        onPick?.(event.currentTarget.checked)
      }}
      aria-invalid={bind.error !== undefined || undefined}
    />
  )
}

interface DateFieldProps<V extends FieldValues, N extends TextPath<V>, C, T> extends FieldProps<
  V,
  N,
  C,
  T
> {
  limits?: DayRange
  clearable?: boolean
}

/** MM/DD/YYYY under a mask. The form's value is 'yyyy-mm-dd', or null for none. */
export function DateField<V extends FieldValues, N extends TextPath<V>, C, T>({
  control,
  name,
  ...input
}: DateFieldProps<V, N, C, T>) {
  const { value, onChange, bind } = useValueField(control, name)
  return <DateInput {...input} {...bind} value={asText(value) || null} onChange={onChange} />
}
