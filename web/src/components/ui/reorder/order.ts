// The order a list shows while a new one is being saved.
import { useState } from 'react'

export type ItemId = string | number

interface Identified {
  id: ItemId
}

function keyOf(items: readonly Identified[]): string {
  return JSON.stringify(items.map(({ id }) => id))
}

/** Items in the order of `ids`; items that `ids` does not know keep their place at the end. */
export function sortByIds<T extends Identified>(items: readonly T[], ids: readonly ItemId[]): T[] {
  const position = new Map(ids.map((id, at) => [id, at]))
  const last = ids.length
  return items.toSorted((a, b) => (position.get(a.id) ?? last) - (position.get(b.id) ?? last))
}

/**
 * Shows a dropped order at once and hands it to `save`. It stays until the caller's items change
 * (the new order has arrived); when saving fails, the caller's order comes back.
 */
export function useOptimisticOrder<T extends Identified>(
  items: readonly T[],
  save: (ids: ItemId[]) => Promise<unknown> | void,
) {
  const [dropped, setDropped] = useState<{ from: string; ids: ItemId[] } | null>(null)
  const from = keyOf(items)
  const shown = dropped?.from === from ? sortByIds(items, dropped.ids) : [...items]

  const drop = async (ids: ItemId[]) => {
    const attempt = { from, ids }
    setDropped(attempt)
    try {
      await save(ids)
    } catch {
      // The caller tells the user why; a newer drop stays.
      setDropped((current) => (current === attempt ? null : current))
    }
  }
  return { shown, drop }
}
