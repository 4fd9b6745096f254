// A range of days: quick ranges, two typed dates, a calendar. The calendar reaches 120 months back
// and ends yesterday; quick ranges and typed dates may name today as well. The calendar's own code
// and styles load when the picker first opens.
import '@mantine/dates/styles.layer.css'

import { UnstyledButton } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

import { calendarLimits, type Day, type DayRange, QUICK_RANGES, today } from '@/lib/dates'

import { DateInput } from './DateInput'
import classes from './dates.module.css'

interface DateRangePickerProps {
  value: DayRange
  onChange: (range: DayRange) => void
}

export function DateRangePicker({ value, onChange }: DateRangePickerProps) {
  const now = today()
  const limits = calendarLimits(now)
  const wide = useMediaQuery('(min-width: 48em)', true)
  // While only the first day is picked; the range itself changes with the second.
  const [start, setStart] = useState<Day | null>(null)

  const set = (range: DayRange) => {
    setStart(null)
    onChange(range.from <= range.to ? range : { from: range.to, to: range.from })
  }

  return (
    <div className={classes.picker}>
      <div className={classes.quick} role="group" aria-label="Quick ranges">
        {QUICK_RANGES.map((quick) => {
          const range = quick.range(now)
          return (
            <UnstyledButton
              key={quick.label}
              className={classes.quickButton}
              aria-pressed={range.from === value.from && range.to === value.to}
              onClick={() => set(range)}
            >
              {quick.label}
            </UnstyledButton>
          )
        })}
      </div>
      <div>
        <div className={classes.typed}>
          <DateInput
            label="From"
            value={value.from}
            onChange={(day) => day && set({ ...value, from: day })}
          />
          <DateInput
            label="To"
            value={value.to}
            onChange={(day) => day && set({ ...value, to: day })}
          />
        </div>
        <DatePicker
          type="range"
          size="xs"
          allowSingleDateInRange
          firstDayOfWeek={0}
          weekendDays={[]}
          numberOfColumns={wide ? 2 : 1}
          defaultDate={value.from}
          minDate={limits.from}
          maxDate={limits.to}
          value={start === null ? [value.from, value.to] : [start, null]}
          onChange={([from, to]) => {
            if (from !== null && to !== null) set({ from, to })
            else setStart(from)
          }}
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
