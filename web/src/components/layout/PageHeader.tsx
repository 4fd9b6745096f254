// The head of a signed-in page: its h1, one line about it, and the page's own buttons.
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import classes from './layout.module.css'

interface PageHeaderProps {
  title: ReactNode
  description?: ReactNode
  /** Buttons, the main one last. */
  children?: ReactNode
}

export function PageHeader({ title, description, children }: PageHeaderProps) {
  return (
    <header className={classes.pageHeader}>
      <div className={classes.pageTitle}>
        <Title order={1}>{title}</Title>
        {description && (
          <Text c="dimmed" size="sm" maw={640}>
            {description}
          </Text>
        )}
      </div>
      {children && <div className={classes.pageActions}>{children}</div>}
    </header>
  )
}
