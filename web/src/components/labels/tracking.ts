// What the tracking column and the summary say about a shipment: 'Refund {status}' if there is a
// refund status, else the tracking status, else 'Ready To Ship'. Unknown is 'Ready To Ship' too.
import type { StatusTone } from '@/components/ui/StatusBadge'

const READY = 'Ready To Ship'

interface Tracked {
  refund_status?: string | null | undefined
  tracking_status?: string | null | undefined
}

const TONES: Readonly<Record<string, StatusTone>> = {
  pre_transit: 'gray',
  in_transit: 'blue',
  out_for_delivery: 'blue',
  delivered: 'green',
  available_for_pickup: 'yellow',
  return_to_sender: 'yellow',
  failure: 'red',
  cancelled: 'red',
  error: 'red',
}

/** 'out_for_delivery' -> 'Out For Delivery' */
export function statusWords(status: string): string {
  return status
    .split(/[_\s]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ')
}

function known(status: string | null | undefined): string | null {
  return status && status.toLowerCase() !== 'unknown' ? status : null
}

export function trackingText({ refund_status, tracking_status }: Tracked): string {
  if (refund_status) return `Refund ${refund_status}`
  const status = known(tracking_status)
  return status ? statusWords(status) : READY
}

export function trackingTone({ refund_status, tracking_status }: Tracked): StatusTone {
  if (refund_status) return refund_status === 'rejected' ? 'red' : 'yellow'
  const status = known(tracking_status)
  return (status && TONES[status.toLowerCase()]) || 'gray'
}

/** Only addresses a browser may open; a carrier's text is not trusted further. */
export function safeUrl(url: string | null | undefined): string | null {
  return url && /^https?:\/\//i.test(url) ? url : null
}
