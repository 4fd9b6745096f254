// A bank account as a card. Payout accounts count as verified, and are never primary.
import { useQueryClient } from '@tanstack/react-query'

import type { Bank } from '@/api/paymentMethods'

import { choosePrimary, removeWithQuestion } from './actions'
import { type MethodAction, MethodCard, type MethodTag } from './MethodCard'

interface BankCardProps {
  bank: Bank
  /** Without the right to change it, it is only shown. */
  mayChange: boolean
  /** Given, an unverified account can be verified. */
  onVerify?: (bank: Bank) => void
}

function nameOf({ issuer, name, last4 }: Bank): string {
  return `${issuer || name} ${last4}`
}

function isVerified(bank: Bank): boolean {
  return bank.verified || bank.type === 'PayoutBankAccount'
}

function tagsOf(bank: Bank): MethodTag[] {
  const tags: MethodTag[] = []
  if (bank.primary) tags.push({ tone: 'blue', label: 'Primary' })
  if (bank.type === 'PayoutBankAccount') tags.push({ tone: 'gray', label: 'Payouts' })
  if (isVerified(bank)) tags.push({ tone: 'green', label: 'Verified' })
  else if (bank.state === 'failed') tags.push({ tone: 'red', label: 'Verification failed' })
  else tags.push({ tone: 'yellow', label: 'Not verified' })
  return tags
}

export function BankCard({ bank, mayChange, onVerify }: BankCardProps) {
  const client = useQueryClient()
  const named = { id: bank.id, name: nameOf(bank) }
  const actions: MethodAction[] = []
  if (onVerify && !isVerified(bank) && bank.state !== 'failed') {
    actions.push({ label: 'Verify', onClick: () => onVerify(bank) })
  }
  if (!bank.primary && bank.verified && bank.type === 'BankAccount') {
    actions.push({ label: 'Make primary', onClick: () => void choosePrimary(client, named) })
  }
  actions.push({
    label: 'Delete',
    danger: true,
    onClick: () => void removeWithQuestion(client, named),
  })
  return (
    <MethodCard
      title={`${bank.issuer || 'Bank account'} •••• ${bank.last4}`}
      name={named.name}
      details={bank.name ? [bank.name] : []}
      tags={tagsOf(bank)}
      actions={mayChange ? actions : []}
    />
  )
}
