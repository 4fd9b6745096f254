// A date above its time of day: half as wide as on one line.
import { DateCell, TwoLineCell } from '@/components/table/cells'

const timeOfDay = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

export function Moment({ at }: { at: string }) {
  return <TwoLineCell first={<DateCell value={at} />} second={timeOfDay.format(new Date(at))} />
}
