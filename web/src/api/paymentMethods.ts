// Cards and bank accounts (owner, or sub-users with billing_settings). A card number passes through
// here only on its way to the sandbox bank, which forgets it; with Stripe it never reaches us.
import { type QueryClient, queryOptions } from '@tanstack/react-query'

import { ask } from './untyped'

export interface Card {
  id: string
  /** 'Visa' */
  card_type: string
  last4: string
  /** As it stands on the card: '12/2030'. */
  expires: string
  primary: boolean
}

type BankType = 'BankAccount' | 'PayoutBankAccount'

export interface Bank {
  id: string
  type: BankType
  name: string
  issuer: string
  issuer_code: string | null
  last4: string
  primary: boolean
  verified: boolean
  /** 'failed' once its verification can no longer succeed. */
  state: string
}

interface PaymentKeys {
  card_provider: { kind: 'sandbox' | 'stripe'; public_key: string | null }
  /** Null: no keys of the bank-linking service are set. */
  bank_link: { kind: 'sandbox' | 'plaid' | null; env: string | null }
}

export interface PaymentMethods {
  cards: Card[]
  bank_accounts: Bank[]
  credit: { used: string; limit: string }
  keys: PaymentKeys
}

const PAYMENT_METHODS = 'payment_methods'
const PATH = '/dashboard/payment_methods'
const SANDBOX = '/dashboard/sandbox_bank'

/** Whatever offers payment methods to choose from. */
const OFFERS_METHODS = new Set<unknown>([
  PAYMENT_METHODS,
  'balance',
  'invoices',
  'incentives',
  'user',
])

export const paymentMethodsQuery = queryOptions({
  queryKey: [PAYMENT_METHODS],
  queryFn: ({ signal }) => ask<PaymentMethods>('GET', PATH, { signal }),
  // The page tells the failure.
  meta: { quiet: true },
})

/** After methods came, went or changed. */
export function methodsChanged(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => OFFERS_METHODS.has(queryKey[0]) })
}

function pathOf(id: string, rest = ''): string {
  return `${PATH}/${encodeURIComponent(id)}${rest}`
}

/** What Stripe.js needs to collect a card. */
export async function startCard(): Promise<string> {
  const reply = await ask<{ client_secret: string }>('POST', `${PATH}/start_card`, { body: {} })
  return reply.client_secret
}

/** What Plaid Link needs to open. */
export async function startBankLink(): Promise<string> {
  const reply = await ask<{ link_token: string }>('POST', `${PATH}/link_token`, { body: {} })
  return reply.link_token
}

export interface CardDetails {
  number: string
  /** 'MM/YY' */
  expiry: string
  cvc: string
  name: string
}

/** The sandbox bank's own form. Returns the token that stands for the card. */
export async function sandboxCard(card: CardDetails): Promise<string> {
  const reply = await ask<{ token: string }>('POST', `${SANDBOX}/cards`, { body: card })
  return reply.token
}

export interface BankDetails {
  routing: string
  account: string
  name: string
}

/** The sandbox bank's own form. Returns the token that stands for the account. */
export async function sandboxBank(bank: BankDetails): Promise<string> {
  const reply = await ask<{ token: string }>('POST', `${SANDBOX}/banks`, { body: bank })
  return reply.token
}

/** `source` is Stripe's payment method, or a token of the sandbox bank. */
export async function addCard(source: string): Promise<void> {
  const body = { payment_method: { type: 'BankCard', stripe_source_id: source } }
  await ask('POST', PATH, { body })
}

/** What a bank account is for. */
export interface BankPurpose {
  type: BankType
  /** Of the external billing program. */
  external: boolean
}

interface NewBank extends BankPurpose {
  name: string
  plaid_token: string
  plaid_id: string
}

export async function addBank(payment_method: NewBank): Promise<void> {
  await ask('POST', PATH, { body: { payment_method } })
}

export async function makePrimary(id: string): Promise<void> {
  await ask('PATCH', pathOf(id), { body: { primary: true } })
}

export async function removeMethod(id: string): Promise<void> {
  await ask('DELETE', pathOf(id))
}

/** Returns the server's message. */
export async function verifyBank(id: string, amounts: [string, string]): Promise<string> {
  const reply = await ask<{ message: string }>('PUT', pathOf(id, '/verify'), { body: { amounts } })
  return reply.message
}
