// The parcel's weight, as pounds and ounces or as ounces alone. The form's value is ounces.
import { NumberInput, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'

import { useValueField } from '@/components/form/field'

import classes from './shipping.module.css'
import type { PackageValues } from './values'
import { joinWeight, type PoundsAndOunces, splitWeight } from './weight'

type Unit = 'lb' | 'oz'

const UNITS = [
  { value: 'lb', label: 'lb + oz' },
  { value: 'oz', label: 'oz' },
]

const INPUT = {
  min: 0,
  allowNegative: false,
  clampBehavior: 'none',
  hideControls: true,
  autoComplete: 'off',
  className: classes.figure,
} as const

function figure(typed: number | string): number | null {
  return typed === '' || !Number.isFinite(Number(typed)) ? null : Number(typed)
}

export function WeightField({ required = true }: { required?: boolean }) {
  const { control } = useFormContext<PackageValues>()
  const { value, onChange, bind } = useValueField(control, 'parcel.weight')
  const { ref, name, onBlur, error } = bind
  const [unit, setUnit] = useState<Unit>('lb')
  const total = typeof value === 'number' ? value : null
  // What was typed stays as typed (20 oz is not turned into 1 lb 4 oz) while it means the same.
  const [typed, setTyped] = useState<PoundsAndOunces>(() => splitWeight(total))
  const shown = joinWeight(typed) === total ? typed : splitWeight(total)

  const change = (part: Partial<PoundsAndOunces>) => {
    const next = { ...shown, ...part }
    setTyped(next)
    onChange(joinWeight(next))
  }

  return (
    <fieldset className={classes.weight} aria-label="Weight">
      {unit === 'lb' && (
        <NumberInput
          {...INPUT}
          ref={ref}
          name={name}
          onBlur={onBlur}
          label="Weight, lb"
          required={required}
          error={error}
          allowDecimal
          decimalScale={3}
          value={shown.pounds ?? ''}
          onChange={(next) => change({ pounds: figure(next) })}
        />
      )}
      {unit === 'lb' ? (
        <NumberInput
          {...INPUT}
          onBlur={onBlur}
          label="Weight, oz"
          decimalScale={3}
          value={shown.ounces ?? ''}
          onChange={(next) => change({ ounces: figure(next) })}
        />
      ) : (
        <NumberInput
          {...INPUT}
          ref={ref}
          name={name}
          onBlur={onBlur}
          label="Weight, oz"
          required={required}
          error={error}
          decimalScale={3}
          value={total ?? ''}
          onChange={(next) => onChange(figure(next))}
        />
      )}
      <SegmentedControl
        size="xs"
        aria-label="Unit of weight"
        data={UNITS}
        value={unit}
        onChange={(next) => {
          setTyped(splitWeight(total))
          setUnit(next === 'oz' ? 'oz' : 'lb')
        }}
      />
    </fieldset>
  )
}
