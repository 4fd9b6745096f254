// Which step of the wizard an upload's status asks for, and which ones may be taken again.

/** Titles, as specified. */
export const STEPS = ['Assign Mapping', 'Import Upload', 'Purchase Labels', 'Labels'] as const
export type Step = (typeof STEPS)[number]

const STEP_OF: Readonly<Record<string, Step>> = {
  initialized: 'Assign Mapping',
  mapped: 'Import Upload',
  rating: 'Purchase Labels',
  rated: 'Purchase Labels',
  purchasing: 'Labels',
  purchased: 'Labels',
}

/** Null: none, only a loading line. */
export function stepOf(status: string): Step | null {
  return STEP_OF[status] ?? null
}

interface Standing {
  status: string
  labels_count: number
  buying_count: number
}

/** Steps that may be taken again. Rates can be asked for anew as long as no label was bought. */
export function earlierSteps({ status, labels_count, buying_count }: Standing): readonly Step[] {
  if (status === 'mapped') return ['Assign Mapping']
  if (status !== 'rated' || labels_count + buying_count > 0) return []
  return ['Assign Mapping', 'Import Upload']
}

/** The step that is shown to somebody who went to `wanted`. */
export function shownStep(standing: Standing, wanted: Step | null): Step | null {
  const earlier = wanted !== null && earlierSteps(standing).includes(wanted)
  return earlier ? wanted : stepOf(standing.status)
}
