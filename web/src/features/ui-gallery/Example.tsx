// A named example inside a gallery section.
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

import classes from './gallery.module.css'

interface ExampleProps {
  title: string
  children: ReactNode
}

export function Example({ title, children }: ExampleProps) {
  return (
    <div className={classes.example}>
      <Text size="xs" c="dimmed" fw={600}>
        {title}
      </Text>
      {children}
    </div>
  )
}
