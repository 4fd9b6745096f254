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

interface Counts {
  rows_count: number
  shipments_count: number
  labels_count: number
  errors_count: number
}

/** Errors are those of rows, which became no shipment, and those of labels. */
export function failedLabels(counts: Counts): number {
  const { rows_count, shipments_count, labels_count, errors_count } = counts
  const ofRows = rows_count - shipments_count
  return Math.min(Math.max(0, errors_count - ofRows), shipments_count - labels_count)
}
