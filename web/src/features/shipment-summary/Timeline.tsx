// Where the parcel has been, newest first.
import { Text, Title } from '@mantine/core'

import type { TrackingEvent } from '@/api/shipments/wire'
import { statusWords } from '@/components/labels/tracking'
import { formatDateTime } from '@/lib/format'

import classes from './summary.module.css'

export function Timeline({ events }: { events: readonly TrackingEvent[] }) {
  if (events.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="tracking-events">
      <Title order={2} size="h4" id="tracking-events">
        Tracking
      </Title>
      <ol className={classes.timeline}>
        {events.map((event) => (
          <li key={`${event.at} ${event.status} ${event.code} ${event.message}`}>
            <div>{event.message || statusWords(event.status)}</div>
            <Text size="xs" c="dimmed">
              <time dateTime={event.at}>{formatDateTime(event.at)}</time>
              {event.place ? ` · ${event.place}` : ''}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  )
}
