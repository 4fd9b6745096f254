// The machine check for WCAG 2.2 AA. Frames are left out: axe waits on sandboxed ones (a frame's
// content is tested by its own locator).
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export async function expectNoAxeViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(STANDARDS)
    .exclude('iframe')
    .setLegacyMode()
    .analyze()
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => node.html).join('\n')}`,
  )
  expect(found).toEqual([])
}
