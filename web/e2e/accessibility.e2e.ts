// axe on every page and state, once wide and light, once narrow and dark (each run takes seconds, and
// what differs between themes is colour, between widths layout); and no page is wider than its window.
import type { Page } from '@playwright/test'

import { expectNoAxeViolations } from './support/axe'
import { PAGES } from './support/pages'
import { expect, test } from './support/test'

const LOOKS = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const

/** By how many pixels the page is wider than its window. */
function excess(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}

for (const [name, open] of Object.entries(PAGES)) {
  test(name, async ({ visit, owner, server, newServer, allow }) => {
    const tools = { visit, owner, server, newServer, allow }
    const page = await open(tools, { colorScheme: 'light' })
    for (const { width, colorScheme } of LOOKS) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => excess(page), { message: `pixels too many at ${width}` }).toBe(0)
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      await test.step(`${width} px, ${colorScheme}`, () => expectNoAxeViolations(page))
    }
  })
}
