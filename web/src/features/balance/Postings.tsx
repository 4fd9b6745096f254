// The two sides of a ledger entry: which book got how much. They sum to zero.
import type { LedgerEntry, Posting } from '@/api/transactions'
import { formatCents, parseCents } from '@/lib/format'

import classes from './balance.module.css'
import { bookWord } from './words'

/** '+$5.00' and '-$5.00' */
export function signed(cents: bigint): string {
  return `${cents > 0n ? '+' : ''}${formatCents(cents)}`
}

/** By how much an entry moved the available balance. */
export function availableChange({ postings }: Pick<LedgerEntry, 'postings'>): bigint {
  return postings
    .filter(({ book }) => book === 'available')
    .reduce((sum, { amount }) => sum + (parseCents(amount) ?? 0n), 0n)
}

export function Postings({ postings }: { postings: readonly Posting[] }) {
  return (
    <ul className={classes.postings} aria-label="Postings">
      {postings.map(({ book, amount }) => (
        <li key={`${book} ${amount}`}>
          <span>{bookWord(book)}</span>
          <span>{signed(parseCents(amount) ?? 0n)}</span>
        </li>
      ))}
    </ul>
  )
}
