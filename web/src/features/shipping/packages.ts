// Predefined packages as the form offers them: the own box first, then by carrier, each with what
// its carrier asks of it.
import { OWN_BOX, toFigure } from './values'
import type { Package } from './wire'

const OUNCES_PER_POUND = 16
const figures = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** '13 oz', '3.5 oz', '70 lbs'. */
function weightText(ounces: number): string {
  if (ounces < OUNCES_PER_POUND) return `${figures.format(ounces)} oz`
  const pounds = ounces / OUNCES_PER_POUND
  return `${figures.format(pounds)} ${pounds === 1 ? 'lb' : 'lbs'}`
}

interface Choice {
  value: string
  label: string
}

/** For a select: groups by carrier. Names are unique; the own box belongs to every carrier. */
export function packageChoices(packages: readonly Package[]) {
  const seen = new Set([OWN_BOX])
  const groups = new Map<string, Choice[]>()
  for (const { carrier, name, label } of packages) {
    if (seen.has(name)) continue
    seen.add(name)
    groups.set(carrier, [...(groups.get(carrier) ?? []), { value: name, label: label || name }])
  }
  return [
    { group: 'Any carrier', items: [{ value: OWN_BOX, label: 'Parcel (your own box)' }] },
    ...[...groups].map(([group, items]) => ({ group, items })),
  ]
}

function maxText(found: Package): string {
  const home = toFigure(found.max_weight_oz)
  const abroad = toFigure(found.max_weight_abroad_oz)
  if (home === null) return ''
  const most = `Max ${weightText(home)}`
  return abroad !== null && abroad !== home ? `${most}, ${weightText(abroad)} international` : most
}

function sizeText([length, width, height]: readonly (string | number)[]): string {
  return [length, width, height].map((side) => figures.format(Number(side))).join(' × ')
}

/** What to know about a package: 'Max 20 lbs. Billed as at least 2 lbs. 12.38 × 10.88 × 1.5 in.' */
export function packageGuidance(packages: readonly Package[], name: string): string {
  const found = packages.filter((one) => one.name === name)
  const [first] = found
  if (!first) return name === OWN_BOX ? 'Max 70 lbs' : ''
  if (name === OWN_BOX) {
    return found
      .map((one, at) => `${at === 0 ? maxText(one) : maxText(one).slice(4)} (${one.carrier})`)
      .join(', ')
  }
  const parts = [maxText(first)]
  if (first.abroad_only) parts.push('International only')
  if (first.min_billable_lb) {
    parts.push(`Billed as at least ${weightText(first.min_billable_lb * OUNCES_PER_POUND)}`)
  }
  if (first.sides.length > 0) {
    const most = isFixed(first) ? '' : 'Up to '
    parts.push(`${most}${first.sides.map(sizeText).join(' or ')} in`)
  }
  return parts.filter(Boolean).join('. ')
}

/** Letters have a largest size only; boxes and envelopes of a carrier have one size each. */
function isFixed({ kind, sides }: Package): boolean {
  return sides.length > 0 && !['letter', 'own'].includes(kind.toLowerCase())
}

/** The sides to fill in when the package is chosen; null when they are the sender's to measure. */
export function fixedSides(packages: readonly Package[], name: string): number[] | null {
  const found = packages.find((one) => one.name === name)
  const sides = found && isFixed(found) ? found.sides[0] : undefined
  return sides ? sides.map(Number) : null
}
