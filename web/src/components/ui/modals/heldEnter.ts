// The Enter that opened a dialog may still be held down when the dialog takes the focus. Its
// repeats must not press a button the user has not seen yet.
import type { KeyboardEvent } from 'react'

export const ignoreHeldEnter = {
  onKeyDownCapture: (event: KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault()
  },
}
