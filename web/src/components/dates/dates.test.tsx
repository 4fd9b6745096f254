import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { Day } from '@/lib/day'
import type { DayRange } from '@/lib/dates'
import { renderUi } from '@/testing/renderUi'

import { DateInput } from './DateInput'
import { DateRangePicker } from './DateRangePicker'

interface FieldProps {
  start: Day | null
  limits?: DayRange
  clearable?: boolean
}

function Field({ start, ...props }: FieldProps) {
  const [value, setValue] = useState(start)
  return (
    <>
      <DateInput label="Date" value={value} onChange={setValue} {...props} />
      <output>{value ?? 'none'}</output>
    </>
  )
}

async function type(props: FieldProps, text: string) {
  const { user } = renderUi(<Field {...props} />)
  const field = screen.getByRole('textbox', { name: 'Date' })
  await user.clear(field)
  if (text) await user.type(field, text)
  await user.tab()
  return { field, value: screen.getByRole('status').textContent }
}

describe('the masked date field', () => {
  it.each(['03152026', '03/15/2026', '031526'])('reads %s', async (text) => {
    const { field, value } = await type({ start: null }, text)
    expect(value).toBe('2026-03-15')
    expect(field).toHaveValue('03/15/2026')
  })

  it.each(['02302026', '0315', '13012026', ''])('reverts %j', async (text) => {
    const { field, value } = await type({ start: '2026-03-04' }, text)
    expect(value).toBe('2026-03-04')
    expect(field).toHaveValue('03/04/2026')
  })

  it('reverts a date outside its limits', async () => {
    const limits = { from: '2026-01-01', to: '2026-03-31' }
    const { value } = await type({ start: '2026-03-04', limits }, '04012026')
    expect(value).toBe('2026-03-04')
  })

  it('can be emptied when it may be empty', async () => {
    expect((await type({ start: '2026-03-04', clearable: true }, '')).value).toBe('none')
  })
})

function Picker({ start }: { start: DayRange | null }) {
  const [range, setRange] = useState(start)
  return (
    <>
      <DateRangePicker value={range} onChange={setRange} />
      <output>{range ? `${range.from} ${range.to}` : 'none'}</output>
    </>
  )
}

const start = { from: '2026-02-25', to: '2026-03-05' }
const value = () => screen.getByRole('status').textContent

describe('the range picker', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 4, 12) })
    return () => vi.useRealTimers()
  })

  it('sets quick ranges and marks the one in force', async () => {
    const { user } = renderUi(<Picker start={start} />)
    await user.click(screen.getByRole('button', { name: 'Previous Month' }))
    expect(value()).toBe('2026-02-01 2026-02-28')
    expect(screen.getByRole('button', { name: 'Previous Month', pressed: true })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Yesterday' }))
    expect(value()).toBe('2026-03-03 2026-03-03')
  })

  it('takes two days from the calendar', async () => {
    const { user } = renderUi(<Picker start={start} />)
    await user.click(screen.getByRole('button', { name: '1 March 2026' }))
    expect(value()).toBe('2026-02-25 2026-03-05')
    await user.click(screen.getByRole('button', { name: '3 March 2026' }))
    expect(value()).toBe('2026-03-01 2026-03-03')
  })

  it('ends the calendar yesterday', () => {
    renderUi(<Picker start={start} />)
    expect(screen.getByRole('button', { name: '3 March 2026' })).toBeEnabled()
    expect(screen.getByRole('button', { name: '4 March 2026' })).toBeDisabled()
  })

  it('takes typed dates and turns a reversed range round', async () => {
    const { user } = renderUi(<Picker start={start} />)
    const from = screen.getByRole('textbox', { name: 'From' })
    await user.clear(from)
    await user.type(from, '03102026{Enter}')
    expect(value()).toBe('2026-03-05 2026-03-10')
  })

  it('starts without a range and waits for both dates', async () => {
    const { user } = renderUi(<Picker start={null} />)
    const field = (name: string) => screen.getByRole('textbox', { name })
    await user.type(field('From'), '03012026{Enter}')
    expect(value()).toBe('none')
    await user.type(field('To'), '03022026{Enter}')
    expect(value()).toBe('2026-03-01 2026-03-02')
  })
})
