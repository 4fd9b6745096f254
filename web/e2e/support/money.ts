// Money that a test starts from, arranged through the API: cards of the sandbox bank, funds, a label,
// and a carrier's adjustment of it.
import type { Api } from './api'

/** The sandbox bank's cards; see docs/sandbox.md. */
export const CARDS = {
  good: '4242424242424242',
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

/** Adds a card of the sandbox bank and returns its id. */
export async function addCard(api: Api, number: string = CARDS.good): Promise<string> {
  const card = { number, expiry: '12/40', cvc: '123', name: 'Ada Merchant' }
  const { token } = await api.ok('POST', '/dashboard/sandbox_bank/cards', card)
  const added = await api.ok('POST', '/dashboard/payment_methods', {
    payment_method: { type: 'BankCard', stripe_source_id: token },
  })
  return text(added['payment_method'], 'id')
}

async function addFunds(api: Api, method: string, amount = '100.00'): Promise<void> {
  await api.ok('PATCH', '/dashboard/balance', { amount, topup_method: method })
}

/** Buys a label (USPS Priority) and returns its tracking code. */
export async function buyLabel(api: Api): Promise<string> {
  const { shipment } = await api.ok('POST', '/dashboard/shipments', { shipment: LABEL })
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
  const card = await addCard(api)
  await addFunds(api, card)
  const tracking_code = await buyLabel(api)
  await adjust(api, tracking_code, 'Heavier than declared')
  return { card, tracking_code }
}
