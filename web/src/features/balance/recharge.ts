// The rules of the automatic recharge, as the form shows and checks them. The server checks them too.
import type { Recharge } from '@/api/balance'
import { type Choice, selectOptions } from '@/api/contract'
import { formatCents, formatMoney, parseCents } from '@/lib/format'

/** The select's value for 'no method': it knows no empty one. */
export const NONE = 'none'

export interface RechargeValues {
  /** '' switches the recharge off. */
  threshold: string
  replenishment: string
  primary: string
  secondary: string
}

type Saved = { [K in keyof Recharge]?: Recharge[K] | undefined }

export function valuesOf(settings: Saved): RechargeValues {
  return {
    threshold: settings.recharge_threshold ?? '',
    replenishment: settings.replenishment_amount ?? '',
    primary: settings.primary_topup_method_id ?? NONE,
    secondary: settings.secondary_topup_method_id ?? NONE,
  }
}

const chosen = (method: string) => (method === NONE ? null : method)

export function settingsOf(values: RechargeValues): Recharge {
  return {
    recharge_threshold: values.threshold || null,
    replenishment_amount: values.replenishment || null,
    primary_topup_method_id: chosen(values.primary),
    secondary_topup_method_id: chosen(values.secondary),
  }
}

function isBelow(amount: string, threshold: string): boolean {
  return (parseCents(amount) ?? 0n) < (parseCents(threshold) ?? 0n)
}

/** What is wrong with the values, by field. Without a threshold nothing is recharged, so nothing is. */
export function faultsOf(values: RechargeValues): [keyof RechargeValues, string][] {
  const { threshold, replenishment, primary } = values
  if (threshold === '') return []
  const faults: [keyof RechargeValues, string][] = []
  if ((parseCents(threshold) ?? 0n) < 0n) faults.push(['threshold', 'must not be negative'])
  if (replenishment === '') faults.push(['replenishment', "can't be blank"])
  else if (isBelow(replenishment, threshold)) {
    faults.push(['replenishment', 'must be at least the recharge threshold'])
  }
  if (primary === NONE) faults.push(['primary', "can't be blank"])
  return faults
}

interface Option {
  value: string
  label: string
  disabled?: boolean
}

/**
 * Amounts of at least the threshold. One that stood there before and has become too small stays in
 * sight, but cannot be chosen again. When the threshold is above them all, it is the least amount.
 */
export function replenishmentOptions(
  amounts: readonly string[],
  threshold: string,
  current: string,
): Option[] {
  const known = [...new Set([...amounts, ...(current ? [current] : [])])]
  const enough = known.filter((amount) => !isBelow(amount, threshold))
  const offered = enough.length > 0 ? enough : [threshold]
  const tooSmall = current && isBelow(current, threshold) ? [current] : []
  return [...tooSmall, ...offered]
    .toSorted((a, b) => (isBelow(a, b) ? -1 : 1))
    .map((value) => ({
      value,
      label: formatMoney(value),
      disabled: tooSmall.includes(value),
    }))
}

/** The methods without the one that the other list has chosen. */
export function methodOptions(methods: readonly Choice[], other: string): Option[] {
  return [{ value: NONE, label: 'None' }, ...selectOptions(methods)].filter(
    ({ value }) => value === NONE || value !== other,
  )
}

/** One sentence about what will happen. */
export function rechargeText(values: RechargeValues, methods: readonly Choice[]): string {
  const { threshold, replenishment, primary, secondary } = values
  if (threshold === '' || replenishment === '' || primary === NONE) {
    return 'Automatic recharge is off.'
  }
  const named = (id: string) => methods.find(([value]) => value === id)?.[1] ?? 'the chosen method'
  const backup = secondary === NONE ? '' : `, or from ${named(secondary)} if that fails`
  const below = formatCents(parseCents(threshold) ?? 0n)
  return `When less than ${below} is available, ${formatMoney(replenishment)} is added from ${named(primary)}${backup}.`
}
