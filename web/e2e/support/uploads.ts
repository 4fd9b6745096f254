// Spreadsheets for the tests of uploads, and the steps of the wizard taken behind the browser's back.
import { setTimeout as sleep } from 'node:timers/promises'

import type { Api } from './api'

const HEADERS = 'Recipient Name,Street Address,City,State,Zip Code,Weight (lb),Gift note'

export interface SheetRow {
  name: string
  street?: string
  zip?: string
}

/** One line per row; everybody lives in Beverly Hills. */
export function sheet(...rows: SheetRow[]): string {
  const lines = rows.map(
    ({ name, street = '9 Elm St', zip = '90210' }) =>
      `${name},${street},Beverly Hills,CA,${zip},2,Happy birthday`,
  )
  return [HEADERS, ...lines, ''].join('\n')
}

const MAPS = {
  0: 'to_address.name',
  1: 'to_address.street1',
  2: 'to_address.city',
  3: 'to_address.state',
  4: 'to_address.zip',
  5: 'parcel.weight',
  6: 'omit',
}

const SENDER = {
  name: 'Main Street',
  street1: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
}
const BOX = { length: 12, width: 9, height: 4, predefined_package: 'Parcel' }

const PATH = '/dashboard/shipment_uploads'
const STEPS = ['initialized', 'mapped', 'rated', 'purchased'] as const
type Reached = (typeof STEPS)[number]

async function waitFor(api: Api, id: string, status: Reached): Promise<void> {
  while ((await api.ok('GET', `${PATH}/${id}/status`))['status'] !== status) await sleep(200)
}

async function sendSheet(api: Api, content: string): Promise<string> {
  const { status, body } = await api.upload(PATH, 'orders.csv', content)
  if (typeof body['id'] === 'string') return body['id']
  throw new Error(`upload: ${status} ${JSON.stringify(body)}`)
}

/** An upload of these rows that stands at this status. Returns its id. */
export async function uploadAt(api: Api, status: Reached, ...rows: SheetRow[]): Promise<string> {
  const id = await sendSheet(api, sheet(...rows))
  if (status === 'initialized') return id
  await api.ok('POST', `${PATH}/${id}/update_maps`, { maps: MAPS })
  if (status === 'mapped') return id
  const overrides = { from_address: SENDER, return_address: null, parcel: BOX, options: {} }
  await api.ok('POST', `${PATH}/${id}/rate`, { overrides })
  await waitFor(api, id, 'rated')
  if (status === 'rated') return id
  await api.ok('POST', `${PATH}/${id}/buy_labels`, {})
  await waitFor(api, id, 'purchased')
  return id
}

/** A draft with rates, as the shipment form leaves it. */
export async function ratedDraft(api: Api, name: string): Promise<void> {
  const to_address = {
    ...SENDER,
    name,
    street1: '9 Elm St',
    city: 'Beverly Hills',
    state: 'CA',
    zip: '90210',
  }
  const parcel = { ...BOX, weight: 32 }
  await api.ok('POST', '/dashboard/shipments', {
    shipment: { from_address: SENDER, to_address, parcel },
  })
}
