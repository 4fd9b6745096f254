// System, light and dark: at once, remembered, and right before the app's script has run.
import type { Page } from '@playwright/test'

import { expectPage, expectSignInPage, stored } from './support/screen'
import { expect, test } from './support/test'

function scheme(page: Page) {
  return page.locator('html')
}

const ATTRIBUTE = 'data-mantine-color-scheme'

function choose(page: Page, name: string) {
  // The radio itself is drawn by its label.
  return page.getByRole('radiogroup', { name: 'Theme' }).getByText(name).click({ force: true })
}

function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor)
}

test('changes without a reload and is remembered', async ({ visit, owner }) => {
  const page = await visit({ as: owner, at: '/welcome', colorScheme: 'light' })
  await expect(scheme(page)).toHaveAttribute(ATTRIBUTE, 'light')
  const light = await background(page)
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))

  await choose(page, 'Dark theme')
  await expect(scheme(page)).toHaveAttribute(ATTRIBUTE, 'dark')
  const dark = await background(page)
  expect(dark).not.toBe(light)
  expect(await stored(page)).toMatchObject({ darkMode: 'dark', key: owner.key })

  // The system has no say while something is chosen.
  await page.emulateMedia({ colorScheme: 'dark' })
  await choose(page, 'Light theme')
  await expect(scheme(page)).toHaveAttribute(ATTRIBUTE, 'light')
  expect(await background(page)).toBe(light)

  await choose(page, 'System theme')
  await expect(scheme(page)).toHaveAttribute(ATTRIBUTE, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(scheme(page)).toHaveAttribute(ATTRIBUTE, 'light')
  await expect(scheme(page)).toHaveAttribute('data-same-page')

  await choose(page, 'Dark theme')
  await page.reload()
  await expect(scheme(page)).toHaveAttribute(ATTRIBUTE, 'dark')
  await expect(page.getByRole('radio', { name: 'Dark theme' })).toBeChecked()
})

for (const [darkMode, system, expected] of [
  ['dark', 'light', 'dark'],
  ['light', 'dark', 'light'],
  ['system', 'dark', 'dark'],
  ['nonsense', 'light', 'light'],
] as const) {
  test(`${darkMode} on a ${system} system is ${expected} before the app runs`, async ({
    visit,
    allow,
  }) => {
    allow(/ERR_FAILED .*\/assets\//)
    const page = await visit({ at: null, colorScheme: system, stored: { darkMode } })
    await page.goto('/')
    await expectSignInPage(page)
    const later = await background(page)

    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload({ waitUntil: 'load' })
    await expect(scheme(page)).toHaveAttribute(ATTRIBUTE, expected)
    await expect(page.getByRole('heading')).toHaveCount(0)
    expect(await background(page)).toBe(later)
  })
}

test('another tab follows', async ({ visit, owner }) => {
  const page = await visit({ as: owner, at: '/welcome', colorScheme: 'light' })
  const other = await page.context().newPage()
  await other.goto('/sessions')
  await expectPage(other, 'Sessions')
  await choose(page, 'Dark theme')
  await expect(scheme(other)).toHaveAttribute(ATTRIBUTE, 'dark')
})

test('can be chosen by keyboard and before signing in', async ({ visit }) => {
  const page = await visit({ colorScheme: 'light' })
  await page.getByRole('radio', { name: 'System theme' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Dark theme' })).toBeChecked()
  await expect(scheme(page)).toHaveAttribute(ATTRIBUTE, 'dark')
})
