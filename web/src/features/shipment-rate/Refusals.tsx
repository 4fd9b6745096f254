// Why carriers offered nothing, said quietly: the others may have.
import type { CarrierMessage } from '@/features/shipping/wire'

import classes from './rate.module.css'

export function Refusals({ messages }: { messages: readonly CarrierMessage[] }) {
  if (messages.length === 0) return null
  const lines = [...new Set(messages.map(({ carrier, message }) => `${carrier}: ${message}`))]
  return (
    <section className={classes.refusals} aria-label="Carriers without a rate">
      Carriers without a rate
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
