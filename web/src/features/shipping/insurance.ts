// The fee for an insured value: a per cent of it, every started cent counted, with a minimum.
// Billed to the balance.
import { parseCents } from '@/lib/format'

export interface InsuranceTerms {
  /** '1.0' */
  percent: string
  /** '0.50' */
  minimum: string
}

export const INSURANCE: Readonly<InsuranceTerms> = { percent: '1.0', minimum: '0.50' }

/** In cents; null when nothing is insured. */
export function insuranceFee(amount: string, terms: InsuranceTerms = INSURANCE): bigint | null {
  const cents = parseCents(amount)
  // Hundredths of a per cent, so that '1.0' and '1.25' are both whole.
  const share = parseCents(terms.percent) ?? 100n
  const minimum = parseCents(terms.minimum) ?? 50n
  if (cents === null || cents <= 0n) return null
  const fee = (cents * share + 9_999n) / 10_000n
  return fee > minimum ? fee : minimum
}
