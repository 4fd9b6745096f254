// Names and what they stand for, line by line: the detail of one thing.
import type { ReactNode } from 'react'

import classes from './Facts.module.css'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
