// 'Failures by cause': why rows of a job failed, the most common reason first.
import { Title } from '@mantine/core'

import { formatCount } from '@/lib/format'

import classes from './FailureCauses.module.css'

interface FailureCausesProps {
  causes: readonly { message: string; count: number }[]
  /** The level of the heading on its page. */
  order: 2 | 3
}

export function FailureCauses({ causes, order }: FailureCausesProps) {
  if (causes.length === 0) return null
  return (
    <section aria-label="Failures by cause">
      <Title order={order} mb="xs">
        Failures by cause
      </Title>
      <ul className={classes.causes}>
        {causes.map(({ message, count }) => (
          <li key={message}>
            <span className={classes.count}>{formatCount(count)} ×</span>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
