// The busy modal's state. Work may nest: every withBusy call adds an entry, the modal stays until
// the last has ended and shows the latest. Cancel aborts the request of the entry that is shown;
// the modal waits for that request to finish, because only then is it known that nothing more
// will happen.
import { createStore } from '@/lib/store'

export interface BusyProgress {
  done: number
  total: number
}

export interface BusyEntry {
  id: number
  text: string
  progress: BusyProgress | null
  cancelling: boolean
  /** Null: this work cannot be cancelled. */
  cancel: (() => void) | null
  /** Null: this work has to be waited for. */
  leave: (() => void) | null
  /** The page that shows this work; null when there is none. */
  page: string | null
}

export interface BusyOptions {
  /** False for steps that must not stop half way. */
  cancellable?: boolean
  /** True for durable jobs: the modal may be left while the work goes on. */
  mayLeave?: boolean
  /** Called when it is left. */
  onLeave?: () => void
  /** Where the work can be followed once the modal was left. */
  page?: string
}

export const busyEntries = createStore<readonly BusyEntry[]>([])
let lastId = 0

function change(id: number, changes: Partial<BusyEntry>): void {
  busyEntries.update((all) =>
    all.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)),
  )
}

function remove(id: number): void {
  busyEntries.update((all) => all.filter((entry) => entry.id !== id))
}

/** How many pieces of work are running behind the modal. */
export function busyCount(): number {
  return busyEntries.get().length
}

/**
 * Shows the busy modal while `run` runs, and passes its result or error through.
 * Hand `signal` to the request; call `report` to show a progress bar.
 * After Cancel, `run` usually fails with an AbortError: see `isCancelled`.
 */
export async function withBusy<T>(
  text: string,
  run: (signal: AbortSignal, report: (progress: BusyProgress) => void) => Promise<T>,
  { cancellable = true, mayLeave = false, onLeave, page }: BusyOptions = {},
): Promise<T> {
  lastId += 1
  const id = lastId
  const controller = new AbortController()
  const cancel = () => {
    change(id, { cancelling: true })
    controller.abort()
  }
  const leave = () => {
    remove(id)
    onLeave?.()
  }
  const entry: BusyEntry = {
    id,
    text,
    progress: null,
    cancelling: false,
    cancel: cancellable ? cancel : null,
    leave: mayLeave ? leave : null,
    page: page ?? null,
  }
  busyEntries.update((all) => [...all, entry])
  try {
    return await run(controller.signal, (progress) => change(id, { progress }))
  } finally {
    remove(id)
  }
}

/** True for the error of a request that was cancelled: nothing to tell the user. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
