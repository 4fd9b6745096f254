// What kinds of transactions, books of the ledger and states of payments are called. A word that the
// server adds later is shown as it is written there.
import type { PaymentState } from '@/api/balance'
import type { Choice } from '@/api/contract'
import { statusWords } from '@/components/labels/tracking'
import type { StatusTone } from '@/components/ui/StatusBadge'

export const ALL_KINDS = 'all'

const KINDS: readonly Choice[] = [
  ['label', 'Label'],
  ['refund', 'Refund'],
  ['top_up', 'Top-up'],
  ['recharge', 'Automatic recharge'],
  ['credit', 'Credit'],
  ['chargeback', 'Chargeback'],
  ['adjustment', 'Adjustment'],
  ['dispute', 'Dispute'],
  ['invoice', 'Invoice'],
  ['invoice_payment', 'Invoice payment'],
  ['external_incentive', 'External incentive'],
  ['channel_incentive', 'Channel incentive'],
  ['payout', 'Payout'],
  ['pull', 'Pull'],
]

const KIND_WORDS = new Map(KINDS)

const BOOK_WORDS = new Map([
  ['available', 'Available'],
  ['held', 'Held'],
  ['pending_credit', 'Pending credit'],
  ['receivable', 'Receivable'],
  ['incentives_external', 'External incentives'],
  ['incentives_channel', 'Channel incentives'],
  ['fees', 'Fees'],
  ['carrier_cost', 'Carrier cost'],
  ['clearing', 'Payment clearing'],
])

export function kindWord(kind: string): string {
  return KIND_WORDS.get(kind) ?? statusWords(kind)
}

export function bookWord(book: string): string {
  return BOOK_WORDS.get(book) ?? statusWords(book)
}

/** What the kind filter offers: the server's list, ours before its first answer; 'All' first. */
export function kindChoices(sent: readonly Choice[] | undefined): readonly Choice[] {
  const kinds = (sent ?? KINDS).filter(([kind]) => kind !== ALL_KINDS)
  return [[ALL_KINDS, 'All'], ...kinds]
}

export const PAYMENT_TONES: Readonly<Record<PaymentState, StatusTone>> = {
  pending: 'yellow',
  processing: 'blue',
  succeeded: 'green',
  failed: 'red',
  refunded: 'gray',
  disputed: 'red',
}

const DISPUTE_TONES: Readonly<Record<string, StatusTone>> = {
  won: 'green',
  accepted: 'green',
  lost: 'red',
  rejected: 'red',
}

export function disputeTone(state: string): StatusTone {
  return DISPUTE_TONES[state] ?? 'yellow'
}
