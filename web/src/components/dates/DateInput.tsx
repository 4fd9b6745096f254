// A date typed as MM/DD/YYYY under a mask. Years start with 20: a short year ('26') is completed.
// What cannot be read as a date, or lies outside the limits, reverts to the previous value when
// the field is left.
import { TextInput } from '@mantine/core'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { PatternFormat } from 'react-number-format'

import type { Day } from '@/lib/day'
import { type DayRange, parseTyped, toTyped } from '@/lib/dates'

const MASK = '##/##/####'

interface DateInputProps extends Pick<
  ComponentProps<typeof TextInput>,
  'label' | 'aria-label' | 'description' | 'error' | 'disabled' | 'required' | 'id' | 'name' | 'w'
> {
  value: Day | null
  onChange: (day: Day | null) => void
  limits?: DayRange
  /** An emptied field means 'no date' instead of reverting. */
  clearable?: boolean
}

export function DateInput({ value, onChange, limits, clearable, ...input }: DateInputProps) {
  const [text, setText] = useState(toTyped(value))
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setText(toTyped(value))
  }

  const commit = () => {
    const day = parseTyped(text)
    if (day !== null && (!limits || (day >= limits.from && day <= limits.to))) {
      if (day !== value) onChange(day)
    } else if (text === '' && clearable) {
      if (value !== null) onChange(null)
    } else {
      setText(toTyped(value))
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit()
  }

  return (
    <PatternFormat
      {...input}
      customInput={TextInput}
      format={MASK}
      placeholder="MM/DD/YYYY"
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onValueChange={({ value: digits }) => setText(mask(completeYear(digits)))}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  )
}

/** '030426' -> '03042026'; '03042' and '030420' wait for what follows. */
function completeYear(digits: string): string {
  const year = digits.slice(4)
  return '20'.startsWith(year) || year.startsWith('20') ? digits : `${digits.slice(0, 4)}20${year}`
}

function mask(digits: string): string {
  const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)]
  return parts.filter((part) => part !== '').join('/')
}
