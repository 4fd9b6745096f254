// A range of days as a chip that opens the range picker. The picker with its calendar is a chunk
// of its own: a list page loads it when the chip is first opened.
import { FocusTrap, Loader, Popover } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

import { type DayRange, quickRangeName, rangeText } from '@/lib/dates'

import { FilterChip } from './FilterChip'

const DateRangePicker = lazy(async () => ({
  default: (await import('@/components/dates/DateRangePicker')).DateRangePicker,
}))

interface DateRangeFilterProps {
  label: string
  value: DayRange | undefined
  /** The range that stands while none is chosen. */
  fallback: DayRange | undefined
  onChange: (range: DayRange | undefined) => void
}

export function DateRangeFilter({ label, value, fallback, onChange }: DateRangeFilterProps) {
  const [opened, setOpened] = useState(false)
  const effective = value ?? fallback

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <FilterChip
          label={label}
          text={effective ? (quickRangeName(effective) ?? rangeText(effective)) : undefined}
          onClear={value ? () => onChange(undefined) : undefined}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label} maw="calc(100vw - 16px)">
        <Suspense fallback={<Loader size="sm" />}>
          <FocusTrap active>
            <div>
              <DateRangePicker value={effective ?? null} onChange={onChange} />
            </div>
          </FocusTrap>
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
