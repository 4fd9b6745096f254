// How figures, dates and counts are written: US dollars and en-US, everywhere alike.
// Money arrives as a decimal string or as integer cents and is never put through a float.
import dayjs from 'dayjs'

const NO_VALUE = '–'

const whole = new Intl.NumberFormat('en-US')
const dateOnly = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})
const dateAndTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const utcDateAndTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** '12.5', '-0.05', '1234' or 1234 -> cents. Null for what is no amount. Excess digits are refused. */
export function parseCents(value: string): bigint | null {
  const match = /^(-?)(\d*)(?:\.(\d{0,2}))?$/.exec(value.trim())
  if (!match || (!match[2] && !match[3])) return null
  const cents = BigInt(match[2] || '0') * 100n + BigInt((match[3] ?? '').padEnd(2, '0'))
  return match[1] ? -cents : cents
}

/** Integer cents -> '$1,234.05', negative as '-$0.05'. */
export function formatCents(cents: bigint | number): string {
  const amount = BigInt(cents)
  const absolute = amount < 0n ? -amount : amount
  const dollars = whole.format(absolute / 100n)
  const rest = String(absolute % 100n).padStart(2, '0')
  return `${amount < 0n ? '-' : ''}$${dollars}.${rest}`
}

/** A decimal amount as the server sends it -> '$1,234.05'. */
export function formatMoney(value: string | number | null | undefined): string {
  if (value === null || value === undefined || value === '') return NO_VALUE
  // A number on the wire has two digits; toFixed writes exactly those, it does no arithmetic.
  const cents = parseCents(typeof value === 'number' ? value.toFixed(2) : value)
  return cents === null ? NO_VALUE : formatCents(cents)
}

/** Strips what is typed to digits, dot and minus, as the currency fields do. */
export function stripCurrency(text: string): string {
  return text.replace(/[^\d.-]/g, '')
}

function formatWith(format: Intl.DateTimeFormat, value: string | null | undefined): string {
  if (!value) return NO_VALUE
  const date = dayjs(value)
  return date.isValid() ? format.format(date.toDate()) : NO_VALUE
}

/** RFC 3339 or yyyy-mm-dd -> 'Mar 4, 2026' in the viewer's time zone. */
export function formatDate(value: string | null | undefined): string {
  return formatWith(dateOnly, value)
}

/** -> 'Mar 4, 2026, 3:07 PM' in the viewer's time zone. */
export function formatDateTime(value: string | null | undefined): string {
  return formatWith(dateAndTime, value)
}

/** -> 'Mar 4, 2026, 3:07 PM UTC'. */
export function formatDateTimeUtc(value: string | null | undefined): string {
  const text = formatWith(utcDateAndTime, value)
  return text === NO_VALUE ? text : `${text} UTC`
}

export function formatCount(count: number): string {
  return whole.format(count)
}

/** plural(1, 'shipment') -> '1 shipment'; plural(1200, 'shipment') -> '1,200 shipments'. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
