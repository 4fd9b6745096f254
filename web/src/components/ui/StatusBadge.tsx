// A state as a dot and its text: it never hangs on colour alone.
import type { ReactNode } from 'react'

import classes from './StatusBadge.module.css'

export type StatusTone = 'gray' | 'blue' | 'green' | 'yellow' | 'red'

interface StatusBadgeProps {
  tone: StatusTone
  /** Framed: for headers and cards. Plain: for rows. */
  framed?: boolean
  children: ReactNode
}

export function StatusBadge({ tone, framed = false, children }: StatusBadgeProps) {
  return (
    <span className={classes.status} data-framed={framed || undefined}>
      <span className={classes.dot} data-tone={tone} aria-hidden />
      {children}
    </span>
  )
}
