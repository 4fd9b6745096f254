// Mounted once in the shell: Ctrl/Cmd-K for the palette and '?' for the help. The palette's code is
// fetched when it is first opened.
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'

import { createStore, useStore } from '@/lib/store'

import { type Command, useCommands } from './registry'
import { openShortcutsHelp } from './ShortcutsHelp'

const CommandPalette = lazy(async () => ({
  default: (await import('./CommandPalette')).CommandPalette,
}))

const paletteOpened = createStore(false)

export function openCommandPalette(): void {
  paletteOpened.set(true)
}

export function KeyboardTools() {
  const opened = useStore(paletteOpened)
  const [wanted, setWanted] = useState(false)
  if (opened && !wanted) setWanted(true)
  useEffect(() => () => paletteOpened.set(false), [])

  useCommands(
    useMemo<Command[]>(
      () => [
        {
          label: 'Search commands and pages',
          group: 'General',
          keys: 'mod+k',
          inPalette: false,
          run: openCommandPalette,
        },
        {
          label: 'Keyboard shortcuts',
          group: 'General',
          keys: '?',
          keywords: ['help', 'keys'],
          run: openShortcutsHelp,
        },
      ],
      [],
    ),
  )

  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <CommandPalette opened={opened} onClose={() => paletteOpened.set(false)} />
    </Suspense>
  )
}
