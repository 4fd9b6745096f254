// The theme choice (system, light, dark) lives in the stored 'dashboard' object. This module joins
// it to Mantine, which swaps the scheme in place: no reload, no flash, every tab follows.
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'

import { type DarkMode, readStorage, subscribeStorage, updateStorage, useStored } from './storage'

function toScheme(mode: DarkMode): MantineColorScheme {
  return mode === 'system' ? 'auto' : mode
}

function toMode(scheme: MantineColorScheme): DarkMode {
  return scheme === 'auto' ? 'system' : scheme
}

export function colorSchemeManager(): MantineColorSchemeManager {
  let unsubscribe: (() => void) | undefined
  return {
    get: () => toScheme(readStorage().darkMode),
    set: (scheme) => {
      const mode = toMode(scheme)
      if (readStorage().darkMode !== mode) updateStorage({ darkMode: mode })
    },
    subscribe: (onUpdate) => {
      let last = readStorage().darkMode
      unsubscribe = subscribeStorage(() => {
        const mode = readStorage().darkMode
        if (mode === last) return
        last = mode
        onUpdate(toScheme(mode))
      })
    },
    unsubscribe: () => unsubscribe?.(),
    clear: () => updateStorage({ darkMode: 'system' }),
  }
}

export function setDarkMode(mode: DarkMode): void {
  updateStorage({ darkMode: mode })
}

export function useDarkMode(): DarkMode {
  return useStored('darkMode')
}
