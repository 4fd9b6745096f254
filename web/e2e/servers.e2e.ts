// Live and test data: the switch, what the host name decides, and sign-in by a ?token= link.
import type { Page } from '@playwright/test'

import { expectPage, expectSignInPage, hold, menu, signIn, stored } from './support/screen'
import { expect, test } from './support/test'

/** What a switch asks for first. */
const TOKEN = '**/dashboard/api_keys/token'
const FAILED = 'Failed to authenticate, account may not exist'
const EXPIRED = 'This sign-in link has expired. Please sign in.'

function testBar(page: Page) {
  return page.getByRole('complementary', { name: 'Test mode' })
}

function testSwitch(page: Page) {
  return page.getByRole('switch', { name: 'Test data' })
}

test('switches to test data and back', async ({ visit, owner, server }) => {
  await server.api(owner.key).addPerson('Lia Live')
  const page = await visit({ as: owner, at: '/permissions' })
  await expect(page.getByRole('row', { name: /Lia Live/ })).toBeVisible()
  await expect(testBar(page)).toHaveCount(0)
  await expect(menu(page).getByRole('link', { name: 'Permissions', exact: true })).toBeVisible()

  const release = await hold(page, TOKEN)
  await testSwitch(page).click()
  await expect(page.getByRole('dialog', { name: 'Switching servers...' })).toBeVisible()
  release()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(testBar(page)).toContainText('Test data.')
  await expect(testSwitch(page)).toBeChecked()
  await expect(
    menu(page).getByRole('link', { name: 'Permissions test', exact: true }),
  ).toBeVisible()
  await expect(page).toHaveTitle('Permissions (test) · Waybill')
  await expect(page.getByText('There is no data to show here!')).toBeVisible()
  const [bar, width] = [await testBar(page).boundingBox(), page.viewportSize()?.width]
  expect(bar).toMatchObject({ x: 0, y: 0, width })

  await page.reload()
  await expect(testBar(page)).toBeVisible()
  await testSwitch(page).click()
  await expect(testBar(page)).toHaveCount(0)
  await expect(testSwitch(page)).not.toBeChecked()
  await expect(page.getByRole('row', { name: /Lia Live/ })).toBeVisible()
  await expect(page).toHaveTitle('Permissions · Waybill')
})

test('an account that exists only live stays there', async ({ visit, server, allow }) => {
  allow(/status of 404 .*\/test\/dashboard\/api_keys/)
  const account = await server.account({ server: 'live' })
  const page = await visit({ as: await server.api().signIn(account), at: '/welcome' })
  await testSwitch(page).click()
  const failure = page.getByRole('dialog', { name: 'Failure' })
  await expect(failure).toContainText(FAILED)
  await failure.getByRole('button', { name: 'Close' }).last().click()
  await expect(testSwitch(page)).not.toBeChecked()
  await expect(testBar(page)).toHaveCount(0)
  await page.reload()
  await expectPage(page, /^Welcome/)
})

test('the switch fails in words when the network is dead, and can be cancelled', async ({
  visit,
  owner,
  allow,
}) => {
  allow(/ERR_(?:FAILED|ABORTED) /)
  const page = await visit({ as: owner, at: '/welcome' })
  await page.route(TOKEN, (route) => route.abort())
  await testSwitch(page).click()
  await expect(page.getByRole('dialog', { name: 'Failure' })).toContainText(FAILED)
  await page.keyboard.press('Escape')
  await page.unrouteAll()

  await hold(page, TOKEN)
  await testSwitch(page).click()
  const busy = page.getByRole('dialog', { name: 'Switching servers...' })
  await busy.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(testSwitch(page)).not.toBeChecked()
})

test('the sign-in page offers both worlds outside production', async ({ visit, server }) => {
  const account = await server.account({ server: 'test', name: 'Tess Tester' })
  const page = await visit()
  await page.getByRole('radiogroup', { name: 'Sign in to' }).getByText('Test data').click()
  await expect(testBar(page)).toBeVisible()
  await signIn(page, account.email, account.password)
  await expectPage(page, 'Shipments')
  await expect(page.getByRole('banner')).toContainText('Tess Tester')
  await expect(testBar(page)).toBeVisible()
  expect(await stored(page)).toHaveProperty('server', 'beta')
})

test('on the production host the test server is beside it', async ({ visit, owner, server }) => {
  const host = { url: server.url.replace('localhost', 'dashboard.localhost') }
  const page = await visit({ server: host })
  await expectSignInPage(page)
  await expect(page.getByRole('radiogroup', { name: 'Sign in to' })).toHaveCount(0)
  await signIn(page, owner.email, owner.password)
  await testSwitch(page).click()
  await expect(testBar(page)).toBeVisible()
  expect(await stored(page)).toHaveProperty('server', 'test')
})

test('a ?token= link signs in once', async ({ visit, owner, server, allow }) => {
  allow(/status of 422 .*\/dashboard\/api_keys/)
  const token = await server.api(owner.key).handOver()
  const page = await visit({ at: `/permissions?token=${token}` })
  await expectPage(page, 'Shipments')
  await expect(page.getByRole('banner')).toContainText(owner.name)
  expect(page.url()).not.toContain('token')

  const late = await visit({ at: `/?token=${token}` })
  await expect(late.getByText(EXPIRED)).toBeVisible()
  await expectPage(late, 'Sign in')
  expect(late.url()).not.toContain('token')
  await signIn(late, owner.email, owner.password)
  await expectPage(late, 'Shipments')
})

test('a link changes an existing session over, and a bad one says so', async ({
  visit,
  owner,
  server,
  allow,
}) => {
  allow(/status of (?:404|422) /)
  const other = await server.account({ name: 'Otto Other', server: 'live' })
  const api = server.api(await server.api().signIn(other))
  const page = await visit({ as: owner, at: `/?token=${await api.handOver()}` })
  await expectPage(page, 'Shipments')
  await expect(page.getByRole('banner')).toContainText('Otto Other')

  const forged = await visit({ at: '/?token=forged' })
  await expect(forged.getByText(EXPIRED)).toBeVisible()

  const elsewhere = await visit({
    at: `/?token=${await api.handOver()}`,
    stored: { server: 'beta' },
  })
  await expect(elsewhere.getByText(FAILED)).toBeVisible()
})
