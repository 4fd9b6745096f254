// What a row of the uploads list says and offers.
import type { Upload } from '@/api/uploads'
import type { StatusTone } from '@/components/ui/StatusBadge'

/** Everything that could be bought has been bought: there is nothing left to rate or delete. */
export function isComplete({ shipments_count, labels_count }: Upload): boolean {
  return shipments_count > 0 && shipments_count === labels_count
}

const WORDS: Readonly<Record<string, readonly [StatusTone, string]>> = {
  initialized: ['gray', 'Initialized'],
  mapped: ['gray', 'Mapped'],
  rating: ['blue', 'Rating'],
  rated: ['yellow', 'Rated'],
  purchasing: ['blue', 'Purchasing'],
  purchased: ['green', 'Purchased'],
}

export function statusWords(upload: Upload): readonly [StatusTone, string] {
  const { status, shipments_count, labels_count } = upload
  const [tone, text] = WORDS[status] ?? ['blue', status]
  return [status === 'purchased' && labels_count < shipments_count ? 'red' : tone, text]
}
