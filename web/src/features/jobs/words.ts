// Jobs in words: what they do, how they stand.
import type { StatusTone } from '@/components/ui/StatusBadge'

const STATES: Readonly<Record<string, readonly [StatusTone, string]>> = {
  queued: ['gray', 'Queued'],
  running: ['blue', 'Running'],
  done: ['green', 'Done'],
  failed: ['red', 'Failed'],
  cancelled: ['gray', 'Cancelled'],
}

/** The choices of the state filter. */
export const STATE_OPTIONS = Object.entries(STATES).map(([value, [, label]]) => ({ value, label }))

interface Job {
  state: string
  failed: number
}

/** Done, but not all of it, is not green. */
export function stateWords({ state, failed }: Job): readonly [StatusTone, string] {
  const [tone, text] = STATES[state] ?? ['gray', state]
  return state === 'done' && failed > 0 ? ['yellow', 'Done, with failures'] : [tone, text]
}

/** 'report_shipments' -> 'Report shipments', where the server has no better title. */
export function kindWords(kind: string): string {
  const text = kind.replaceAll(/[_.]+/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type JobLink = { kind: 'page'; to: string } | { kind: 'file'; url: string }

/** A page of ours or a file of the server's; anything else is not followed. */
export function jobLink(link: string | null | undefined): JobLink | null {
  if (!link || !/^\/(?!\/)/.test(link)) return null
  return /^(?:\/test)?\/dashboard\//.test(link)
    ? { kind: 'file', url: link }
    : { kind: 'page', to: link }
}
