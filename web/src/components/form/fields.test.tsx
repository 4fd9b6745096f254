import { act, screen, waitFor } from '@testing-library/react'
import { type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'
import type { ReactNode } from 'react'

import { renderUi } from '@/testing/renderUi'

import { toDecimal, typedAmount } from './currency'
import { PasswordField, TextField } from './TextField'
import { CurrencyField, DateField, NumberField, SelectField, SwitchField } from './ValueFields'

interface ProbeProps<V extends FieldValues> {
  values: V
  seen: (form: UseFormReturn<V>) => void
  children: (form: UseFormReturn<V>) => ReactNode
}

function Probe<V extends FieldValues>({ values, seen, children }: ProbeProps<V>) {
  const form = useForm<V>({ values })
  seen(form)
  return children(form)
}

/** Renders one field and lets the test read the form's values. */
function renderField<V extends FieldValues>(
  values: V,
  children: (form: UseFormReturn<V>) => ReactNode,
) {
  const seen = vi.fn<(form: UseFormReturn<V>) => void>()
  const view = renderUi(
    <Probe values={values} seen={seen}>
      {children}
    </Probe>,
  )
  return { ...view, values: () => seen.mock.lastCall?.[0].getValues() }
}

describe('TextField', () => {
  it('trims typed and pasted text to the pattern and the maximum length', async () => {
    const { user, values } = renderField({ zip: '' }, ({ control }) => (
      <TextField control={control} name="zip" label="ZIP" allowed={/[\d-]/} maxLength={10} />
    ))
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'ZIP' })
    await user.type(input, '94a1 0')
    expect(input).toHaveValue('9410')
    await user.paste('4-1234567')
    expect(input).toHaveValue('94104-1234')
    expect(values()).toEqual({ zip: '94104-1234' })
  })

  it('keeps the caret where it is when a character is refused in the middle', async () => {
    const { user } = renderField({ zip: '12345' }, ({ control }) => (
      <TextField control={control} name="zip" label="ZIP" allowed={/\d/} maxLength={9} />
    ))
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'ZIP' })
    await user.type(input, 'x9', { initialSelectionStart: 2, initialSelectionEnd: 2 })
    expect(input).toHaveValue('129345')
  })
})

describe('PasswordField', () => {
  it('shows and hides what is typed, by keyboard too', async () => {
    const { user } = renderField({ password: '' }, ({ control }) => (
      <PasswordField
        control={control}
        name="password"
        label="Password"
        autoComplete="current-password"
      />
    ))
    const input = screen.getByLabelText('Password')
    await user.type(input, 'secret')
    expect(input).toHaveAttribute('type', 'password')
    await user.tab()
    const toggle = screen.getByRole('button', { name: 'Show password' })
    expect(toggle).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(input).toHaveAttribute('type', 'text')
    expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await user.keyboard(' ')
    expect(input).toHaveAttribute('type', 'password')
  })
})

describe('CurrencyField', () => {
  it('strips what is no amount, shows US dollars when left, and holds a decimal string', async () => {
    const { user, values } = renderField({ amount: '' }, ({ control }) => (
      <CurrencyField control={control} name="amount" label="Amount" />
    ))
    const input = screen.getByRole('textbox', { name: 'Amount' })
    await user.type(input, 'USD 1,234.5')
    expect(input).toHaveValue('1234.5')
    expect(values()).toEqual({ amount: '1234.50' })
    await user.tab()
    expect(input).toHaveValue('$1,234.50')
    await user.click(input)
    expect(input).toHaveValue('1234.50')
    await user.clear(input)
    await user.tab()
    expect(input).toHaveValue('')
    expect(values()).toEqual({ amount: '' })
  })

  it.each([
    ['60', '60.00', '$60.00'],
    ['$1,234.50', '1234.50', '$1,234.50'],
  ])('takes a pasted %s instead of the amount that stood there', async (pasted, value, shown) => {
    const { user, values } = renderField({ amount: '98765.43' }, ({ control }) => (
      <CurrencyField control={control} name="amount" label="Amount" />
    ))
    const input = screen.getByRole('textbox', { name: 'Amount' })
    expect(input).toHaveValue('$98,765.43')
    // Without the selection that the simulated Tab would bring: browsers lose it when the figures change.
    act(() => input.focus())
    await user.paste(pasted)
    expect(values()).toEqual({ amount: value })
    await user.tab()
    expect(input).toHaveValue(shown)
  })

  it.each([
    ['-12.345', '-12.34', '-12.34'],
    ['1.2.3', '1.23', '1.23'],
    ['5-5', '55', '55.00'],
    ['.5', '.5', '0.50'],
    ['-', '-', ''],
    ['$9,007,199,254,740,993.01', '9007199254740993.01', '9007199254740993.01'],
  ])('reads %s as %s, worth "%s"', (text, typed, decimal) => {
    expect(typedAmount(text)).toBe(typed)
    expect(toDecimal(text)).toBe(decimal)
  })
})

describe('value fields', () => {
  it('NumberField holds a number or null and leaves figures out of range alone', async () => {
    const { user, values } = renderField<{ weight: number | null }>(
      { weight: null },
      ({ control }) => (
        <NumberField
          control={control}
          name="weight"
          label="Weight"
          min={0}
          max={70}
          decimals={1}
          suffix=" oz"
        />
      ),
    )
    const input = screen.getByRole('textbox', { name: 'Weight' })
    await user.type(input, '-81.55')
    await user.tab()
    expect(values()).toEqual({ weight: 81.5 })
    expect(input).toHaveValue('81.5 oz')
    await user.clear(input)
    expect(values()).toEqual({ weight: null })
  })

  it('SelectField holds the chosen value and an empty string for none', async () => {
    const { user, values } = renderField({ size: 'S' }, ({ control }) => (
      <SelectField
        control={control}
        name="size"
        label="Size"
        data={[
          { value: 'S', label: 'Small' },
          { value: 'L', label: 'Large' },
        ]}
        clearable
      />
    ))
    const input = screen.getByRole('combobox', { name: 'Size' })
    expect(input).toHaveValue('Small')
    await user.click(input)
    await user.click(await screen.findByRole('option', { name: 'Large' }))
    expect(values()).toEqual({ size: 'L' })
  })

  it('SwitchField is a switch', async () => {
    const { user, values } = renderField({ on: false }, ({ control }) => (
      <SwitchField control={control} name="on" label="Automatic" description="Every night" />
    ))
    const toggle = screen.getByRole('switch', { name: 'Automatic' })
    expect(toggle).toHaveAccessibleDescription('Every night')
    await user.click(toggle)
    expect(values()).toEqual({ on: true })
  })

  it('DateField takes a masked date and reverts what is none', async () => {
    const { user, values } = renderField({ day: '2026-03-04' }, ({ control }) => (
      <DateField control={control} name="day" label="Day" />
    ))
    const input = screen.getByRole('textbox', { name: 'Day' })
    expect(input).toHaveValue('03/04/2026')
    await user.clear(input)
    await user.type(input, '12312025')
    await user.tab()
    expect(values()).toEqual({ day: '2025-12-31' })
    await user.clear(input)
    await user.type(input, '99')
    await user.tab()
    await waitFor(() => expect(input).toHaveValue('12/31/2025'))
    expect(values()).toEqual({ day: '2025-12-31' })
  })
})
