// Calendar days for filters and date fields: quick ranges, limits and the MM/DD/YYYY mask.
// A day travels as 'yyyy-mm-dd' text; a Date object never leaves this module, so no time zone
// can move it. Every function takes `today` so that tests need no clock.
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'

import { type Day, isDay } from './day'

dayjs.extend(customParseFormat)

export interface DayRange {
  from: Day
  to: Day
}

const ISO = 'YYYY-MM-DD'
const TYPED = 'MM/DD/YYYY'
const CALENDAR_MONTHS_BACK = 120

function iso(date: Dayjs): Day {
  return date.format(ISO)
}

export function today(): Day {
  return iso(dayjs())
}

function addDays(day: Day, days: number): Day {
  return iso(dayjs(day).add(days, 'day'))
}

export function addMonths(day: Day, months: number): Day {
  return iso(dayjs(day).add(months, 'month'))
}

/** What a list shows before anyone chose dates: 7 days ago to tomorrow. */
export function defaultRange(now: Day = today()): DayRange {
  return { from: addDays(now, -7), to: addDays(now, 1) }
}

/** What the calendar lets pick: 120 months back up to yesterday. */
export function calendarLimits(now: Day = today()): DayRange {
  return { from: addMonths(now, -CALENDAR_MONTHS_BACK), to: addDays(now, -1) }
}

export interface QuickRange {
  label: string
  range: (now: Day) => DayRange
}

export const QUICK_RANGES: readonly QuickRange[] = [
  { label: 'Today', range: (now) => ({ from: now, to: now }) },
  {
    label: 'Yesterday',
    range: (now) => ({ from: addDays(now, -1), to: addDays(now, -1) }),
  },
  { label: 'Last 7 days', range: (now) => ({ from: addDays(now, -6), to: now }) },
  { label: 'Last 30 days', range: (now) => ({ from: addDays(now, -29), to: now }) },
  {
    label: 'Previous Month',
    range: (now) => {
      const month = dayjs(now).subtract(1, 'month')
      return { from: iso(month.startOf('month')), to: iso(month.endOf('month')) }
    },
  },
]

/** The name of the quick range that equals this one, if any. */
export function quickRangeName(range: DayRange, now: Day = today()): string | null {
  const found = QUICK_RANGES.find((quick) => {
    const candidate = quick.range(now)
    return candidate.from === range.from && candidate.to === range.to
  })
  return found?.label ?? null
}

/** 'yyyy-mm-dd' -> 'MM/DD/YYYY' for the masked field; '' for nothing. */
export function toTyped(day: Day | null): string {
  return day && isDay(day) ? dayjs(day).format(TYPED) : ''
}

/** What was typed -> a day, or null when it is no date of this century (years start with 20). */
export function parseTyped(text: string): Day | null {
  if (!/^\d{2}\/\d{2}\/20\d{2}$/.test(text)) return null
  const date = dayjs(text, TYPED, true)
  return date.isValid() ? iso(date) : null
}

/** 'Mar 4 – Mar 11, 2026'; one day alone as 'Mar 4, 2026'. */
export function rangeText(range: DayRange): string {
  const from = dayjs(range.from)
  const to = dayjs(range.to)
  if (range.from === range.to) return from.format('MMM D, YYYY')
  const start = from.isSame(to, 'year') ? from.format('MMM D') : from.format('MMM D, YYYY')
  return `${start} – ${to.format('MMM D, YYYY')}`
}
