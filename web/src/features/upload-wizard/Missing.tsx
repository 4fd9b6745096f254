// What the balance lacks, and the way to add it.
import type { ReactNode } from 'react'

import { useUser } from '@/api/user'
import { ButtonLink } from '@/components/ui/links'
import { Notice } from '@/components/ui/Notice'
import { mayOpen } from '@/lib/access'
import { formatMoney } from '@/lib/format'

// Widened: the balance page is typed by its own file.
const BALANCE: string = '/balance'

interface MissingProps {
  /** A decimal amount; null when the balance reaches. */
  amount: string | null | undefined
  children: ReactNode
}

export function Missing({ amount, children }: MissingProps) {
  const user = useUser()
  if (!amount) return null
  return (
    <Notice
      tone="warning"
      title={`Your balance is ${formatMoney(amount)} short.`}
      actions={
        mayOpen(user, '/balance') ? (
          <ButtonLink to={BALANCE} size="xs" variant="default">
            Add funds
          </ButtonLink>
        ) : undefined
      }
    >
      {children}
    </Notice>
  )
}
