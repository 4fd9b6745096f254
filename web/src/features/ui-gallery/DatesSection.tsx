// The masked date field and the range picker.
import { useState } from 'react'

import { DateInput } from '@/components/dates/DateInput'
import { DateRangePicker } from '@/components/dates/DateRangePicker'
import type { Day } from '@/lib/day'
import { calendarLimits, type DayRange, defaultRange } from '@/lib/dates'

import { Example } from './Example'
import classes from './gallery.module.css'

export function DatesSection() {
  const [day, setDay] = useState<Day | null>('2026-02-27')
  const [optional, setOptional] = useState<Day | null>(null)
  const [range, setRange] = useState<DayRange>(defaultRange())

  return (
    <>
      <div className={classes.row}>
        <DateInput label="Date" value={day} onChange={setDay} w={150} />
        <DateInput
          label="With limits, may be empty"
          value={optional}
          onChange={setOptional}
          limits={calendarLimits()}
          clearable
          w={220}
        />
        <DateInput
          label="With an error"
          value={day}
          onChange={setDay}
          error="can't be blank"
          w={150}
        />
        <DateInput label="Disabled" value={day} onChange={setDay} disabled w={150} />
      </div>
      <Example title="Range with quick ranges">
        <div className={classes.box}>
          <DateRangePicker value={range} onChange={setRange} />
        </div>
      </Example>
    </>
  )
}
