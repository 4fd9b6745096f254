// A framed part of a page, named by its heading or, without one, by a label.
import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

import classes from './Card.module.css'

interface CardProps {
  title?: string
  /** Its name when it has no heading. */
  label?: string
  children: ReactNode
}

export function Card({ title, label, children }: CardProps) {
  const id = useId()
  return (
    <section
      className={classes.card}
      aria-label={label}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {title !== undefined && (
        <Title order={2} id={id}>
          {title}
        </Title>
      )}
      {children}
    </section>
  )
}

/** The one figure that a card is about. */
export function CardValue({ children }: { children: ReactNode }) {
  return <p className={classes.value}>{children}</p>
}
