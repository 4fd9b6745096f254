// The machine check for WCAG 2.2 AA. Frames are left out: axe waits on sandboxed ones (a frame's
// content is tested by its own locator).
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export async function expectNoAxeViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // Without the long lists of what is in order it takes half the time.
    .options({ resultTypes: ['violations'] })
    .withTags(STANDARDS)
    .exclude('iframe')
    .setLegacyMode()
    .analyze()
  const found: string[] = []
  for (const { id, help, nodes } of violations) {
    for (const node of nodes) {
      if (id === 'region' && (await isPopup(page, node.target.join(' ')))) continue
      found.push(`${id}: ${help}: ${node.html}`)
    }
  }
  expect(found).toEqual([])
}

/**
 * Menus and tooltips hang at the end of the body. They belong to the control that opened them, not
 * to a landmark, which is what the 'region' rule asks for.
 */
async function isPopup(page: Page, selector: string): Promise<boolean> {
  const element = page.locator(selector).first()
  return element.evaluate((node) => node.closest('[data-portal]') !== null)
}
