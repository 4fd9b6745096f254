// Key combinations as text. 'mod+k': Ctrl on most machines, Cmd on Apple's. '?': one key.
// 'g s': two keys one after the other.

const APPLE = /Mac|iPhone|iPad/

function isApple(): boolean {
  return APPLE.test(navigator.userAgent)
}

/** The pressed key in the form used here, or null for a key that is part of nothing. */
export function chordOf(event: KeyboardEvent): string | null {
  if (['Shift', 'Control', 'Alt', 'Meta', 'Dead', 'Process'].includes(event.key)) return null
  const mod = isApple() ? event.metaKey : event.ctrlKey
  const other = isApple() ? event.ctrlKey : event.metaKey
  if (event.altKey || other) return null
  const key = event.key.toLowerCase()
  return mod ? `mod+${key}` : key
}

/** Keys on their own could be typing: they do nothing inside a field. */
export function isPlain(chord: string): boolean {
  return !chord.startsWith('mod+')
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  if (target instanceof HTMLInputElement) {
    return !['button', 'checkbox', 'radio', 'submit', 'reset', 'file'].includes(target.type)
  }
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** For display: 'mod+k' -> [['Ctrl', 'K']], 'g s' -> [['G'], ['S']]. */
export function keyNames(keys: string): string[][] {
  return keys.split(' ').map((chord) =>
    chord.split('+').map((key) => {
      if (key === 'mod') return isApple() ? '⌘' : 'Ctrl'
      return key.length === 1 ? key.toUpperCase() : key.charAt(0).toUpperCase() + key.slice(1)
    }),
  )
}
