// axe on every page and state, in both themes, wide and narrow; and no page is wider than its window.
import type { Page } from '@playwright/test'

import { expectNoAxeViolations } from './support/axe'
import { PAGES } from './support/pages'
import { expect, test } from './support/test'

const WIDTHS = [1280, 390]

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
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => excess(page), { message: `pixels too many at ${width}` }).toBe(0)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
        await test.step(`${width} px, ${colorScheme}`, () => expectNoAxeViolations(page))
      }
    }
  })
}
