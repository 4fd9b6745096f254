// The two sides of a ledger entry: which book got how much. They sum to zero.
import type { Posting } from '@/api/transactions'
import { formatCents, parseCents } from '@/lib/format'

import classes from './balance.module.css'
import { bookWord } from './words'

/** '+$5.00' and '-$5.00' */
export function signed(amount: string): string {
  const cents = parseCents(amount) ?? 0n
  return `${cents > 0n ? '+' : ''}${formatCents(cents)}`
}

export function Postings({ postings }: { postings: readonly Posting[] }) {
  return (
    <ul className={classes.postings} aria-label="Postings">
      {postings.map(({ book, amount }) => (
        <li key={`${book} ${amount}`}>
          <span>{bookWord(book)}</span>
          <span>{signed(amount)}</span>
        </li>
      ))}
    </ul>
  )
}
