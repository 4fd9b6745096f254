// Rates in the order people read them, and which of them deserve a badge. Among equals the cheapest
// is the faster one, and the fastest is the cheaper one, as the server has it.
import { parseCents } from '@/lib/format'

import type { Rate } from './wire'

const NEVER = '9999-12-31'

function cents(price: string): bigint {
  return parseCents(price) ?? 0n
}

function compareMoney(a: Rate, b: Rate): number {
  const difference = cents(a.rate) - cents(b.rate)
  return difference < 0n ? -1 : Number(difference > 0n)
}

function compareDays(a: Rate, b: Rate): number {
  return (a.delivery_date ?? NEVER).localeCompare(b.delivery_date ?? NEVER)
}

/** By price; among equals the faster first. */
export function byPrice(rates: readonly Rate[]): Rate[] {
  return rates.toSorted((a, b) => compareMoney(a, b) || compareDays(a, b))
}

export function cheapest(rates: readonly Rate[]): Rate | null {
  return byPrice(rates)[0] ?? null
}

/** Null when no rate has a date. */
export function fastest(rates: readonly Rate[]): Rate | null {
  const dated = rates.filter((rate) => Boolean(rate.delivery_date))
  return dated.toSorted((a, b) => compareDays(a, b) || compareMoney(a, b))[0] ?? null
}

export type Badge = 'Cheapest' | 'Fastest'

export function badgesOf(rates: readonly Rate[]): (rate: Rate) => Badge[] {
  const [low, quick] = [cheapest(rates)?.id, fastest(rates)?.id]
  return ({ id }) => [
    ...(id === low ? (['Cheapest'] as const) : []),
    ...(id === quick ? (['Fastest'] as const) : []),
  ]
}

/** The total minus what the named services cost, in cents. */
export function estimatedExtras(rate: Rate): bigint {
  const named = rate.rate_detail.services.reduce((sum, { price }) => sum + cents(price), 0n)
  return cents(rate.rate) - named
}

/** 'Sandbox prices: usps-2025-10-05, published'; prices that the carrier answered itself say so. */
export function priceOrigin({ card, basis }: Rate): string {
  if (basis === 'quoted') return card ? `Prices of the carrier: ${card}` : 'Prices of the carrier'
  return `Sandbox prices: ${[card, basis].filter(Boolean).join(', ')}`
}

/** A service's name says whose it is already, or gets its carrier before it. */
export function rateName({ carrier, service, service_name }: Rate): string {
  const name = service_name || service
  return name.toLowerCase().startsWith(carrier.toLowerCase()) ? name : `${carrier} ${name}`
}
