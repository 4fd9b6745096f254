// The tracking state as a dot and its words.
import { StatusBadge } from '@/components/ui/StatusBadge'

import { trackingText, trackingTone } from './tracking'

interface TrackingStatusProps {
  shipment: Parameters<typeof trackingText>[0]
  framed?: boolean
}

export function TrackingStatus({ shipment, framed = false }: TrackingStatusProps) {
  return (
    <StatusBadge tone={trackingTone(shipment)} framed={framed}>
      {trackingText(shipment)}
    </StatusBadge>
  )
}
