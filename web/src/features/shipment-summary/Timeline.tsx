// Where the parcel has been, newest first. Before its first scan it says so.
import { Text } from '@mantine/core'

import type { TrackingEvent } from '@/api/shipments/wire'
import { statusWords } from '@/components/labels/tracking'
import { Card } from '@/components/layout/Card'
import { formatDateTime } from '@/lib/format'

import classes from './summary.module.css'

export function Timeline({ events }: { events: readonly TrackingEvent[] }) {
  if (events.length === 0) {
    return (
      <Card title="Tracking">
        <Text size="sm" c="dimmed">
          Not scanned yet. News of the carrier appears here by itself.
        </Text>
      </Card>
    )
  }
  return (
    <Card title="Tracking">
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
    </Card>
  )
}
