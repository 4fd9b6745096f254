// A range of days: quick ranges, two typed dates, a calendar. The calendar reaches 120 months back
// and ends yesterday; quick ranges and typed dates may name today as well. The calendar's own code
// and styles load when the picker first opens.
import '@mantine/dates/styles.layer.css'

import { UnstyledButton } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

import type { Day } from '@/lib/day'
import { addMonths, calendarLimits, type DayRange, QUICK_RANGES, today } from '@/lib/dates'

import { DateInput } from './DateInput'
import classes from './dates.module.css'

interface DateRangePickerProps {
  /** Null while no range is set. */
  value: DayRange | null
  onChange: (range: DayRange) => void
}

interface Draft {
  from: Day | null
  to: Day | null
}

const NOTHING: Draft = { from: null, to: null }

export function DateRangePicker({ value, onChange }: DateRangePickerProps) {
  const now = today()
  const limits = calendarLimits(now)
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  // While only one end is chosen; the range itself changes with the other one.
  const [draft, setDraft] = useState<Draft | null>(null)
  const shown = draft ?? value ?? NOTHING

  const set = ({ from, to }: Draft) => {
    if (from === null || to === null) {
      setDraft({ from, to })
      return
    }
    setDraft(null)
    onChange(from <= to ? { from, to } : { from: to, to: from })
  }

  // The last month in view is the one the range ends in: later ones hold nothing to pick.
  const end = value && value.to < limits.to ? value.to : limits.to
  const firstMonth = wide ? addMonths(end, -1) : end

  return (
    <div className={classes.picker}>
      <div className={classes.quick} role="group" aria-label="Quick ranges">
        {QUICK_RANGES.map((quick) => {
          const range = quick.range(now)
          return (
            <UnstyledButton
              key={quick.label}
              className={classes.quickButton}
              aria-pressed={range.from === shown.from && range.to === shown.to}
              onClick={() => set(range)}
            >
              {quick.label}
            </UnstyledButton>
          )
        })}
      </div>
      <div>
        <div className={classes.typed}>
          <DateInput label="From" value={shown.from} onChange={(from) => set({ ...shown, from })} />
          <DateInput label="To" value={shown.to} onChange={(to) => set({ ...shown, to })} />
        </div>
        <DatePicker
          type="range"
          size="xs"
          allowSingleDateInRange
          hideOutsideDates
          firstDayOfWeek={0}
          weekendDays={[]}
          numberOfColumns={wide ? 2 : 1}
          defaultDate={firstMonth}
          minDate={limits.from}
          maxDate={limits.to}
          value={[shown.from, shown.to]}
          onChange={([from, to]) => set({ from, to })}
          ariaLabels={{
            nextMonth: 'Next month',
            previousMonth: 'Previous month',
            nextYear: 'Next year',
            previousYear: 'Previous year',
            nextDecade: 'Next decade',
            previousDecade: 'Previous decade',
            monthLevelControl: 'Choose month',
            yearLevelControl: 'Choose year',
          }}
        />
      </div>
    </div>
  )
}
