// Which step of the wizard an upload's status asks for.

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
