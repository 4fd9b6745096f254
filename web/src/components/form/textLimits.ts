// Valid-characters pattern and maximum length of a text input: what does not fit is trimmed as it
// is typed or pasted.

export interface TextLimits {
  /** Matches one allowed character: /[\d-]/. */
  allowed?: RegExp
  maxLength?: number
}

function limitText(text: string, { allowed, maxLength }: TextLimits): string {
  const letters = Array.from(text)
  const kept = allowed ? letters.filter((letter) => matches(allowed, letter)) : letters
  return kept.slice(0, maxLength).join('')
}

function matches(allowed: RegExp, letter: string): boolean {
  // A pattern with the g flag would remember its last position.
  allowed.lastIndex = 0
  return allowed.test(letter)
}

/** Trims what is in the input and keeps the caret where the typing goes on. */
export function limitInput(input: HTMLInputElement | HTMLTextAreaElement, limits: TextLimits) {
  const limited = limitText(input.value, limits)
  if (limited === input.value) return
  const caret = input.selectionStart
  const before = caret === null ? null : limitText(input.value.slice(0, caret), limits).length
  input.value = limited
  // Null for types without a caret, such as e-mail.
  if (before !== null) input.setSelectionRange(before, before)
}
