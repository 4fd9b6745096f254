// An amount in US dollars. While it is typed the plain figures stand; left, it reads '$1,234.50'.
// Its value is a decimal string with two digits, or '' for none.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'

import { formatMoney } from '@/lib/format'

import { toDecimal, typedAmount } from './currency'
import classes from './form.module.css'

interface CurrencyInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  value: string
  onChange: (value: string) => void
}

export function CurrencyInput({ value, onChange, onFocus, onBlur, ...input }: CurrencyInputProps) {
  /** What is being typed; null while the field is not in use. */
  const [draft, setDraft] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const inUse = draft !== null
  // The plain figures take the place of the written amount, and with it goes what was selected there
  // by Tab: what is typed or pasted next would be appended instead of replacing the old amount.
  useLayoutEffect(() => {
    if (inUse) field.current?.select()
  }, [inUse])
  return (
    <TextInput
      placeholder="$0.00"
      autoComplete="off"
      {...input}
      classNames={{ input: classes.currency }}
      inputMode="decimal"
      value={draft ?? (value === '' ? '' : formatMoney(value))}
      onFocus={(event) => {
        field.current = event.currentTarget
        setDraft(value)
        onFocus?.(event)
      }}
      onChange={(event) => {
        const typed = typedAmount(event.currentTarget.value)
        setDraft(typed)
        onChange(toDecimal(typed))
      }}
      onBlur={(event) => {
        setDraft(null)
        onBlur?.(event)
      }}
    />
  )
}
