// Runs before every unit test file: matchers, slower-machine time-outs, and the browser parts
// happy-dom lacks but Mantine expects.
import '@testing-library/jest-dom/vitest'

import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

configure({ asyncUtilTimeout: 30_000, defaultHidden: true })

vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
}))

class QuietResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
vi.stubGlobal('ResizeObserver', QuietResizeObserver)

Element.prototype.scrollIntoView = () => undefined
window.scrollTo = () => undefined

// The next file gets the same page, so nothing may be left behind. Nor may code still be on its way:
// an import that the end of a file cuts off stays failed for every file after it.
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  notifications.clean()
  localStorage.clear()
  sessionStorage.clear()
})
