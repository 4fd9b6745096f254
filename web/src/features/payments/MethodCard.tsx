// One card or bank account: what it is, its tags, and what can be done to it. An item of a list.
import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { StatusBadge, type StatusTone } from '@/components/ui/StatusBadge'

import classes from './payments.module.css'

export interface MethodTag {
  tone: StatusTone
  label: string
}

export interface MethodAction {
  label: string
  onClick: () => void
  danger?: boolean
}

interface MethodCardProps {
  /** 'Visa •••• 4242' */
  title: ReactNode
  /** For the names of its buttons: 'Visa 4242'. */
  name: string
  details: readonly string[]
  tags: readonly MethodTag[]
  actions: readonly MethodAction[]
}

export function MethodCard({ title, name, details, tags, actions }: MethodCardProps) {
  return (
    <li className={classes.method}>
      <div className={classes.methodHead}>
        <Text fw={600} className={classes.methodTitle}>
          {title}
        </Text>
        {tags.map(({ tone, label }) => (
          <StatusBadge key={label} tone={tone} framed>
            {label}
          </StatusBadge>
        ))}
      </div>
      {details.map((detail) => (
        <Text key={detail} size="sm" c="dimmed" className={classes.methodTitle}>
          {detail}
        </Text>
      ))}
      {actions.length > 0 && (
        <div className={classes.methodActions}>
          {actions.map(({ label, onClick, danger }) => (
            <Button
              key={label}
              size="compact-xs"
              {...(danger
                ? { variant: 'subtle', color: 'red' }
                : { variant: 'default', color: undefined })}
              aria-label={`${label} ${name}`}
              onClick={onClick}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}
