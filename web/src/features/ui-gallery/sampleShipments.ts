// Made-up shipments for the gallery, and a stand-in for the server that filters, sorts and pages
// them. Nothing here is reachable in a production build.
import type { StatusTone } from '@/components/ui/StatusBadge'
import type { ListPage, ListParams } from '@/lib/lists'
import { parseSort } from '@/lib/lists'

export interface SampleShipment {
  id: string
  date: string
  to: string
  city: string
  service: string
  status: string
  price: string
  refundable: boolean
  source: 'internal' | 'shop'
}

export const STATUSES: Record<string, StatusTone> = {
  'Ready To Ship': 'gray',
  'In transit': 'blue',
  'Out for delivery': 'yellow',
  Delivered: 'green',
  'Refund Accepted': 'gray',
  Failure: 'red',
}

const NAMES = ['Ada Wright', 'Bo Larsen', 'Carmen Ortiz', 'Dev Patel', 'Emi Tanaka', 'Finn Murphy']
const CITIES = ['Austin, TX', 'Portland, OR', 'Brooklyn, NY', 'Denver, CO', 'Savannah, GA']
const SERVICES = ['USPS Ground Advantage', 'UPS Ground', 'FedEx 2Day', 'UniUni Standard']

const HOUR = 3_600_000
const START = Date.now()

function pick<T>(list: readonly T[], at: number): T {
  const item = list[at % list.length]
  if (item === undefined) throw new Error('an empty list has nothing to pick')
  return item
}

function make(at: number): SampleShipment {
  const day = new Date(START - at * 3 * HOUR)
  return {
    id: `shp_${(at * 7919 + 104_729).toString(36).padStart(8, '0')}`,
    date: day.toISOString(),
    to: pick(NAMES, at * 5 + (at >> 3)),
    city: pick(CITIES, at * 3 + (at >> 2)),
    service: pick(SERVICES, at + (at >> 4)),
    status: pick(Object.keys(STATUSES), at * 7 + (at >> 1)),
    price: (((at * 137 + 411) % 4200) / 100 + 3.5).toFixed(2),
    refundable: at % 4 !== 0,
    source: at % 5 === 0 ? 'shop' : 'internal',
  }
}

export const SAMPLES: readonly SampleShipment[] = Array.from({ length: 1234 }, (_, at) => make(at))

export interface SampleFilters {
  q: string | undefined
  status: string | undefined
  source: string
  from: string | undefined
  to: string | undefined
}

const BY: Record<string, (a: SampleShipment, b: SampleShipment) => number> = {
  date: (a, b) => a.date.localeCompare(b.date),
  to: (a, b) => a.to.localeCompare(b.to),
  price: (a, b) => Number(a.price) - Number(b.price),
}

export async function fetchSamples(
  params: ListParams,
  filters: SampleFilters,
  signal: AbortSignal,
): Promise<ListPage<SampleShipment>> {
  await new Promise((resolve) => setTimeout(resolve, 250))
  signal.throwIfAborted()
  if (filters.q === 'fail') throw new Error('The search service did not answer.')
  const term = filters.q?.toLowerCase()
  const found = SAMPLES.filter(
    (row) =>
      (!term || `${row.id} ${row.to} ${row.city}`.toLowerCase().includes(term)) &&
      (!filters.status || row.status === filters.status) &&
      (!filters.from || row.date.slice(0, 10) >= filters.from) &&
      (!filters.to || row.date.slice(0, 10) <= filters.to) &&
      (filters.source === 'all' || row.source === filters.source),
  )
  const sort = parseSort(params.sort)
  const compare = sort && BY[sort.key]
  const sorted = compare
    ? found.toSorted((a, b) => compare(a, b) * (sort.descending ? -1 : 1))
    : found
  const start = (params.page - 1) * params.per
  return { items: sorted.slice(start, start + params.per), total_count: found.length }
}
