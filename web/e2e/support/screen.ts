// What the screens are called, in one place: locators that many tests use.
import type { Locator, Page } from '@playwright/test'

import { expect } from './test'

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export async function expectSignInPage(page: Page): Promise<void> {
  await expectPage(page, 'Sign in')
  await expect(page).toHaveURL(/:\d+\/$/)
}

/** The heading of a page. */
export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { name, level: 1 })
}

export async function expectPage(page: Page, name: string | RegExp): Promise<void> {
  await expect(heading(page, name)).toBeVisible()
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

/** Holds requests to this address until the returned function is called. */
export async function hold(page: Page, url: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

/**
 * Watches for the text from now on, be it shown ever so short: call it before the click, and after
 * the click what it returns.
 */
export async function watchFor(page: Page, text: string): Promise<() => Promise<void>> {
  const watch = await page.evaluateHandle((wanted) => {
    const state = { seen: false }
    const observer = new MutationObserver(() => {
      if (!document.body.innerText.includes(wanted)) return
      state.seen = true
      observer.disconnect()
    })
    const all = { attributes: true, characterData: true, childList: true, subtree: true }
    observer.observe(document.body, all)
    return state
  }, text)
  return () => expect.poll(() => watch.evaluate(({ seen }) => seen)).toBe(true)
}
