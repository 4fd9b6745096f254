// Keys that belong together.
import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Presses a sequence ('g j') until it has brought what it should: a second key that comes late, on a
 * machine that stalls, is a key of its own. To press it again must do no harm.
 */
export async function pressSequence(page: Page, keys: string, brings: Locator): Promise<void> {
  await expect(async () => {
    if (await brings.first().isVisible()) return
    for (const key of keys.split(' ')) await page.keyboard.press(key)
    await expect(brings.first()).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
}
