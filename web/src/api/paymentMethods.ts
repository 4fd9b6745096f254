// Cards and bank accounts (owner, or sub-users with billing_settings). A card number passes through
// here only on its way to the sandbox bank, which forgets it; with Stripe it never reaches us.
import { type QueryClient, queryOptions } from '@tanstack/react-query'

import { api, call } from './client'
import { emptyResponse } from './errors'
import type { components } from './schema.gen'

type Schemas = components['schemas']

export type Card = Schemas['CardOut']
/** Its state is 'failed' once its verification can no longer succeed. */
export type Bank = Schemas['BankOut']
export type PaymentMethods = Omit<Schemas['MethodsReply'], 'success'>

type BankType = 'BankAccount' | 'PayoutBankAccount'

const PAYMENT_METHODS = 'payment_methods'
const PATH = '/dashboard/payment_methods'

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
  queryFn: ({ signal }): Promise<PaymentMethods> => call(api().GET(PATH, { signal })),
  // The page tells the failure.
  meta: { quiet: true },
})

/** After methods came, went or changed. */
export function methodsChanged(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => OFFERS_METHODS.has(queryKey[0]) })
}

/** What Stripe.js needs to collect a card. */
export async function startCard(): Promise<string> {
  const { client_secret } = await call(api().POST('/dashboard/payment_methods/start_card'))
  if (!client_secret) throw emptyResponse(200)
  return client_secret
}

/** What Plaid Link needs to open. */
export async function startBankLink(): Promise<string> {
  const reply = await call(api().POST('/dashboard/payment_methods/link_token'))
  return reply.link_token
}

export interface CardDetails {
  number: string
  /** 'MM/YY' */
  expiry: string
  cvc: string
}

/** The sandbox bank's own form. Returns the token that stands for the card. */
export async function sandboxCard(card: CardDetails): Promise<string> {
  const reply = await call(api().POST('/dashboard/sandbox_bank/cards', { body: card }))
  return reply.token
}

export interface BankDetails {
  routing: string
  account: string
  name: string
}

/** The sandbox bank's own form. Returns the token that stands for the account. */
export async function sandboxBank(bank: BankDetails): Promise<string> {
  const reply = await call(api().POST('/dashboard/sandbox_bank/banks', { body: bank }))
  return reply.token
}

/** `source` is Stripe's payment method, or a token of the sandbox bank. */
export async function addCard(source: string): Promise<void> {
  const payment_method = { type: 'BankCard', stripe_source_id: source }
  await call(api().POST(PATH, { body: { payment_method } }))
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
  await call(api().POST(PATH, { body: { payment_method } }))
}

export async function makePrimary(id: string): Promise<void> {
  const params = { path: { id } }
  await call(api().PATCH('/dashboard/payment_methods/{id}', { params, body: { primary: true } }))
}

export async function removeMethod(id: string): Promise<void> {
  await call(api().DELETE('/dashboard/payment_methods/{id}', { params: { path: { id } } }))
}

/** Returns the server's message. */
export async function verifyBank(id: string, amounts: [string, string]): Promise<string> {
  const params = { path: { id } }
  const reply = await call(
    api().PUT('/dashboard/payment_methods/{id}/verify', { params, body: { amounts } }),
  )
  return reply.message
}
