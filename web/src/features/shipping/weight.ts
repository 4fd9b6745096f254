// A weight in ounces, split into pounds and ounces for people, and put together again.

const OUNCES_PER_POUND = 16

/** No more than thousandths of an ounce, as the server keeps them: sums of decimals leave dust behind. */
function rounded(ounces: number): number {
  return Math.round(ounces * 1000) / 1000
}

export interface PoundsAndOunces {
  pounds: number | null
  ounces: number | null
}

export function splitWeight(total: number | null): PoundsAndOunces {
  if (total === null) return { pounds: null, ounces: null }
  const pounds = Math.floor(total / OUNCES_PER_POUND)
  return { pounds: pounds || null, ounces: rounded(total - pounds * OUNCES_PER_POUND) || null }
}

/** Null only when both are empty. */
export function joinWeight({ pounds, ounces }: PoundsAndOunces): number | null {
  if (pounds === null && ounces === null) return null
  return rounded((pounds ?? 0) * OUNCES_PER_POUND + (ounces ?? 0))
}
