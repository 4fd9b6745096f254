// Amounts as they are typed. Text in, decimal text out; no float ever touches them.
import { parseCents, stripCurrency } from '@/lib/format'

/** Keeps what can be part of an amount: a leading minus, digits, one dot and two digits after it. */
export function typedAmount(text: string): string {
  const stripped = stripCurrency(text)
  const sign = stripped.startsWith('-') ? '-' : ''
  const [dollars = '', ...cents] = stripped.replaceAll('-', '').split('.')
  const rest = cents.length > 0 ? `.${cents.join('').slice(0, 2)}` : ''
  return `${sign}${dollars}${rest}`
}

/** '12.5' -> '12.50', '.5' -> '0.50', '-' and '' -> ''. */
export function toDecimal(text: string): string {
  const cents = parseCents(typedAmount(text))
  if (cents === null) return ''
  const absolute = cents < 0n ? -cents : cents
  return `${cents < 0n ? '-' : ''}${absolute / 100n}.${String(absolute % 100n).padStart(2, '0')}`
}
