// The frame around the pages: menu, keys, ways back when something is missing or broken.
import type { Page } from '@playwright/test'

import { pressSequence } from './support/keys'
import { expectPage, expectSignInPage, heading, menu, openGroup, stored } from './support/screen'
import { expect, test } from './support/test'

function group(page: Page, name: string) {
  return menu(page).getByRole('button', { name, exact: true })
}

test('the group of the active page is open, the others are closed', async ({ visit, owner }) => {
  const page = await visit({ as: owner, at: '/permissions' })
  await expect(group(page, 'Settings')).toHaveAttribute('aria-expanded', 'true')
  await expect(group(page, 'Developers')).toHaveAttribute('aria-expanded', 'false')
  const here = menu(page).getByRole('link', { name: 'Permissions' })
  await expect(here).toHaveAttribute('aria-current', 'page')

  await openGroup(page, 'Developers')
  const docs = menu(page).getByRole('link', { name: /^Documentation/ })
  await expect(docs).toHaveAttribute('target', '_blank')
  await expect(docs).toHaveAttribute('href', '/api-docs/')
  await menu(page).getByRole('link', { name: 'API Key' }).click()
  await expectPage(page, 'API Key')
  await expect(group(page, 'Developers')).toHaveAttribute('aria-expanded', 'true')
  await expect(group(page, 'Settings')).toHaveAttribute('aria-expanded', 'false')
})

const GROUPS = ['Shipping', 'Billing', 'Developers', 'Settings']

test('every entry of the menu leads to a page, whose heading gets the focus', async ({
  visit,
  owner,
}) => {
  const page = await visit({ as: owner, at: '/welcome' })
  for (const name of GROUPS) await openGroup(page, name)
  const links = menu(page).locator('a:not([target])')
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(paths.length).toBeGreaterThanOrEqual(4)
  for (const path of paths) {
    for (const name of GROUPS) await openGroup(page, name)
    await menu(page).locator(`a[href="${path}"]`).click()
    await expect(page).toHaveURL(path)
    const heading = page.getByRole('main').getByRole('heading', { level: 1 })
    await expect(heading).toBeFocused()
    await expect(heading).not.toHaveText(/not found|denied|failed/i)
    await expect(page).toHaveTitle(/. · Waybill$/)
  }
})

test('the palette goes anywhere', async ({ visit, owner }) => {
  const page = await visit({ as: owner, at: '/welcome', colorScheme: 'light' })
  await expectPage(page, /^Welcome/)
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: 'Search commands' })
  await expect(search).toBeFocused()
  await search.fill('perm')
  await expect(page.getByRole('option').first()).toHaveText(/Go to Permissions/)
  await page.keyboard.press('Enter')
  await expectPage(page, 'Permissions')

  await page.getByRole('button', { name: 'Search commands and pages' }).click()
  await search.fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

  await page.keyboard.press('Control+k')
  await search.fill('zzzz')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('keys: help, G and a letter, and a switch for them', async ({ visit, owner }) => {
  const page = await visit({ as: owner, at: '/welcome' })
  await expectPage(page, /^Welcome/)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('Go to Permissions')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)

  await pressSequence(page, 'g p', heading(page, 'Permissions'))
  await pressSequence(page, 'g v', heading(page, 'Activity'))

  await page.keyboard.press('?')
  await help.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await expect(help).toHaveCount(0)
  await expect(page).toHaveURL(/\/activity$/)
})

test('the first Tab offers to skip the menu', async ({ visit, owner }) => {
  const page = await visit({ as: owner, at: '/permissions' })
  await expectPage(page, 'Permissions')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the page' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add User' }).first()).toBeFocused()
})

test('an unknown address is not found, inside the shell', async ({ visit, owner }) => {
  const page = await visit({ as: owner, at: '/no/such/page' })
  await expectPage(page, 'Page not found')
  await expect(menu(page)).toBeVisible()
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expectPage(page, 'Shipments')
  // Building blocks are not part of the product.
  await page.goto('/_ui')
  await expectPage(page, 'Page not found')
})

test('a page whose code does not arrive says so and can be reloaded', async ({
  visit,
  owner,
  allow,
}) => {
  allow(/ERR_FAILED .*\/assets\//, /dynamically imported module|Unable to preload CSS/)
  const page = await visit({ as: owner, at: '/welcome' })
  await expectPage(page, /^Welcome/)
  await openGroup(page, 'Settings')
  await page.route('**/assets/*', (route) => route.abort())
  await menu(page).getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByText('There was an error in loading this page.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Reload the page' }).click()
  await expectPage(page, 'Activity')
})

test('a dead network at the start says so', async ({ visit, owner, allow }) => {
  allow(/ERR_FAILED .*\/config\.json/, /ApiError: Something went wrong/)
  const page = await visit({ as: owner, at: null })
  await page.route('**/config.json', (route) => route.abort())
  await page.goto('/welcome')
  await expect(page.getByText('There was an error in loading this page.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Reload the page' }).click()
  await expectPage(page, /^Welcome/)
})

test('an old background worker is removed at start-up', async ({ visit, owner }) => {
  const page = await visit({ as: owner, at: '/welcome' })
  await expectPage(page, /^Welcome/)
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  // Any script of ours without imports will do as a worker.
  await page.evaluate(async () => {
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')
    for (const { href } of links) {
      const script = await (await fetch(href)).text()
      if (/\bimport\b/.test(script)) continue
      await navigator.serviceWorker.register(href, { type: 'module' }).catch(() => undefined)
    }
    await caches.open('old')
  })
  expect(await registrations()).toBeGreaterThan(0)
  await page.reload()
  await expectPage(page, /^Welcome/)
  await expect.poll(registrations).toBe(0)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
})

test('on a phone the menu is behind a button', async ({ visit, owner }) => {
  const page = await visit({
    as: owner,
    at: '/welcome',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  await expectPage(page, /^Welcome/)
  await expect(menu(page)).toHaveCount(0)
  const burger = page.getByRole('button', { name: 'Menu' })
  await burger.tap()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(burger).toBeFocused()
  await burger.tap()
  await openGroup(page, 'Settings')
  await menu(page).getByRole('link', { name: 'Permissions' }).tap()
  await expectPage(page, 'Permissions')
  await expect(drawer).toHaveCount(0)
  await burger.tap()
  await menu(page).getByRole('button', { name: 'Sign out' }).tap()
  await expectSignInPage(page)
})

test('signing out ends the session on the server too', async ({ visit, owner, server }) => {
  const page = await visit({ as: owner, at: '/welcome', stored: { per: 25 } })
  await openGroup(page, 'Settings')
  await menu(page).getByRole('button', { name: 'Sign out' }).click()
  await expectSignInPage(page)
  expect(await stored(page)).toBeNull()
  expect((await server.api(owner.key).call('GET', '/dashboard/user')).status).toBe(401)
  await page.goto('/permissions')
  await expectSignInPage(page)
})

test('/auth/finalize says what became of it', async ({ visit, owner, allow }) => {
  allow(/status of 404 .*\/auth\/finalize/)
  const page = await visit({ as: owner, at: '/auth/finalize?key=unknown&domain=shop.example' })
  await expectPage(page, 'Connecting your shop')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expectPage(page, 'Shipments')
})
