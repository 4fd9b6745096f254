// What the screens are called, in one place: locators that many tests use.
import type { Locator, Page } from '@playwright/test'

import { expect } from './test'

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export async function expectSignInPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
}

export async function expectPage(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
}

export function menu(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' })
}

/** Opens the group of the sidebar if it is closed. */
export async function openGroup(page: Page, name: string): Promise<void> {
  const group = menu(page).getByRole('button', { name, exact: true })
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
}

/** The stored 'dashboard' object; null after everything was cleared. */
export function stored(page: Page): Promise<Record<string, unknown> | null> {
  return page.evaluate(() => {
    const found: unknown = JSON.parse(localStorage.getItem('dashboard') ?? 'null')
    return typeof found === 'object' && found !== null ? { ...found } : null
  })
}

/** The row of a table that holds this text. */
export function row(page: Page, text: string | RegExp): Locator {
  return page.getByRole('row').filter({ hasText: text })
}

/** Every answer takes this much longer from now on, so that what stands there meanwhile is seen. */
export async function slowNetwork(page: Page, milliseconds: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: milliseconds,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

/** Resolves as soon as the text was on the page, be it ever so short. Begin it before the click. */
export async function seen(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => document.body.innerText.includes(wanted), text, {
    polling: 'raf',
  })
}
