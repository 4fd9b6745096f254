// Toasts go after some seconds, which a busy machine may sleep through: the page itself keeps what
// its toasts said.
import { type BrowserContext, expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    shownToasts?: string[]
  }
}

/** From the next page load on. */
export async function keepToasts(where: BrowserContext | Page): Promise<void> {
  await where.addInitScript(() => {
    const texts: string[] = []
    window.shownToasts = texts
    const known = new WeakSet<Element>()
    const toasts = document.getElementsByClassName('mantine-Notification-root')
    const look = () => {
      for (const toast of toasts) {
        if (known.has(toast) || !toast.checkVisibility()) continue
        known.add(toast)
        texts.push(toast.textContent ?? '')
      }
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
}

/** Each toast is taken once: the same words can be expected again. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  const take = () =>
    page.evaluate((wanted) => {
      const texts = window.shownToasts ?? []
      const at = texts.findIndex((one) =>
        typeof wanted === 'string' ? one === wanted : wanted.test(one),
      )
      return at < 0 ? [...texts] : texts.splice(at, 1)
    }, text)
  const found = typeof text === 'string' ? text : expect.stringMatching(text)
  await expect.poll(take).toEqual([found])
}
