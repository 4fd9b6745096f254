// The card of pages outside the shell: sign-in, recovery, set-up, and messages that stand alone.
// The frame around it (background, small print) is the app's.
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import { Brand } from './Brand'
import classes from './layout.module.css'

interface PublicPageProps {
  title: ReactNode
  description?: ReactNode
  /** Wider card for longer forms. */
  wide?: boolean
  children?: ReactNode
}

export function PublicPage({ title, description, wide = false, children }: PublicPageProps) {
  return (
    <main className={classes.publicMain} data-wide={wide || undefined}>
      <Brand size={30} />
      <div className={classes.card}>
        <div className={classes.cardHead}>
          <Title order={1}>{title}</Title>
          {description && <Text c="dimmed">{description}</Text>}
        </div>
        {children}
      </div>
    </main>
  )
}
