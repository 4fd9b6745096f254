// Money that a test starts from, arranged through the API: cards of the sandbox bank, funds, a label,
// and a carrier's adjustment of it.
import type { Api } from './api'

/** Cards of the sandbox bank that do not simply succeed; see docs/sandbox.md. */
export const CARDS = {
  declined: '4000000000000341',
  /** Charges, but the answer is lost. */
  lost: '4000000000003220',
} as const

const LABEL = {
  from_address: {
    name: 'Main Street',
    street1: '350 5th Ave',
    city: 'New York',
    state: 'NY',
    zip: '10118',
    country: 'US',
    phone: '2125550100',
  },
  to_address: {
    name: 'Bo Diaz',
    street1: '9 Elm St',
    city: 'Beverly Hills',
    state: 'CA',
    zip: '90210',
    country: 'US',
  },
  parcel: { length: '12', width: '9', height: '4', weight: '32' },
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined
}

function text(value: unknown, name: string): string {
  const found = field(value, name)
  if (typeof found !== 'string') throw new Error(`The answer has no ${name}`)
  return found
}

export async function addFunds(api: Api, method: string, amount = '100.00'): Promise<void> {
  await api.ok('PATCH', '/dashboard/balance', { amount, topup_method: method })
}

/** Buys a label (USPS Priority) and returns its tracking code. */
export async function buyLabel(api: Api, to = 'Bo Diaz'): Promise<string> {
  const draft = { ...LABEL, to_address: { ...LABEL.to_address, name: to } }
  const { shipment } = await api.ok('POST', '/dashboard/shipments', { shipment: draft })
  const rates = field(shipment, 'rates')
  const list: unknown[] = Array.isArray(rates) ? rates : []
  const rate = list.find((one) => field(one, 'service') === 'Priority')
  const bought = await api.ok('POST', `/dashboard/shipments/${text(shipment, 'id')}/buy`, {
    rate_id: text(rate, 'id'),
  })
  return text(bought, 'tracking_code')
}

/** The carrier found the label's parcel heavier and asks for more. */
async function adjust(api: Api, tracking_code: string, words: string): Promise<void> {
  const csv = [
    'tracking_code,amount,description,service,weight_oz,length,width,height',
    `${tracking_code},3.20,${words},GroundAdvantage,48,12,9,6`,
  ].join('\n')
  const { status, body } = await api.upload('/dashboard/adjustments/import', 'adj.csv', csv)
  if (body['success'] !== true) throw new Error(`import: ${status} ${JSON.stringify(body)}`)
}

/** A card, funds, a label and its adjustment: something of everything. */
export async function arrangeMoney(api: Api): Promise<{ card: string; tracking_code: string }> {
  const card = await api.addCard()
  await addFunds(api, card)
  const tracking_code = await buyLabel(api)
  await adjust(api, tracking_code, 'Heavier than declared')
  return { card, tracking_code }
}
