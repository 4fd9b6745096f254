// What sub-users see. The table below is the specification's; a page that does not exist yet is in
// nobody's menu, so it is compared with what the owner of this build sees.
import type { Page } from '@playwright/test'

import { type Permission, PERMISSIONS } from './support/api'
import { expectPage, menu, openGroup, row } from './support/screen'
import { expect, test } from './support/test'

/** Entries of the menu that each permission brings; the rest of the menu is the owner's alone. */
const BRINGS: Record<Permission, readonly string[]> = {
  shipment_reporting: ['Shipments', 'Shipment Drafts', 'Analytics'],
  billing_reporting: ['Invoices', 'Balance', 'External Billing', 'Sales Channel Billing'],
  billing_settings: ['Invoices', 'Payment Methods', 'Billing Information'],
  api_keys: ['Webhooks', 'API Key', 'Documentation'],
  add_locations: ['Locations'],
  scan_forms: ['Manifests'],
}
const WITH_BOTH_REPORTINGS = ['Reports', 'Scheduled Reports']
// Of the jobs a sub-user sees its own.
const FOR_EVERYBODY = ['Jobs', 'Sessions', 'Reset Password', 'Sign out']

function specified(permissions: readonly Permission[]): string[] {
  const both = (['shipment_reporting', 'billing_reporting'] as const).every((one) =>
    permissions.includes(one),
  )
  return [
    ...permissions.flatMap((permission) => BRINGS[permission]),
    ...(both ? WITH_BOTH_REPORTINGS : []),
    ...FOR_EVERYBODY,
  ]
}

/** The labels of all entries, with every group opened. */
async function entries(page: Page): Promise<string[]> {
  await openGroup(page, 'Settings')
  const closed = menu(page).locator('button[aria-expanded="false"]')
  while ((await closed.count()) > 0) await closed.first().click()
  const items = menu(page).locator('a, button:not([aria-expanded])')
  return items.allInnerTexts()
}

function sorted(labels: Iterable<string>): string[] {
  return [...new Set(labels)].toSorted()
}

test('the owner sees everything, each permission brings its own entries', async ({
  visit,
  owner,
  server,
}) => {
  const ownerPage = await visit({ as: owner, at: '/welcome' })
  const everything = await entries(ownerPage)
  expect(everything).toEqual(
    expect.arrayContaining([
      'Permissions',
      'Activity',
      'API Key',
      'Documentation',
      ...FOR_EVERYBODY,
    ]),
  )

  const api = server.api(owner.key)
  const person = await api.addPerson('Perry Mitted')
  const page = await visit({ as: await server.api().signIn(person), at: '/welcome' })
  const sees = async (permissions: readonly Permission[]) => {
    await page.reload()
    const expected = specified(permissions).filter((label) => everything.includes(label))
    expect(sorted(await entries(page))).toEqual(sorted(expected))
  }

  await sees([])
  for (const permission of PERMISSIONS) {
    await api.togglePermission(person, permission)
    await sees([permission])
    await api.togglePermission(person, permission)
  }
  for (const permission of PERMISSIONS) await api.togglePermission(person, permission)
  await sees(PERMISSIONS)
})

test('a forbidden page says so, and the server refuses too', async ({
  visit,
  owner,
  server,
  allow,
}) => {
  allow(/status of 403 /)
  const person = await server.api(owner.key).addPerson('Nora None')
  const key = await server.api().signIn(person)
  const page = await visit({ as: key, at: '/welcome' })
  await expectPage(page, 'Welcome, Nora None')
  await expect(page.getByRole('banner')).toContainText(owner.name)
  await expect(page.getByRole('banner')).toContainText('Nora None')
  await expect(page.getByRole('main').getByRole('link')).toHaveText([/Review signed-in devices/])

  for (const path of ['/permissions', '/activity', '/apikey']) {
    await page.goto(path)
    await expectPage(page, 'Access denied')
  }
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expectPage(page, 'Welcome, Nora None')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search commands' }).fill('go to')
  await expect(page.getByRole('option')).toHaveText([/Go to Jobs/, /Go to Sessions/])

  const api = server.api(key)
  for (const path of ['/dashboard/persons', '/dashboard/activity', '/dashboard/api_keys']) {
    const { status, body } = await api.call('GET', path)
    expect([status, body['message']]).toEqual([403, 'Access denied'])
  }
  const made = await api.call('POST', '/dashboard/api_keys', { api_key: { description: 'no' } })
  expect(made.status).toBe(403)
})

test('a permission opens its page', async ({ visit, owner, server }) => {
  const person = await server.api(owner.key).addPerson('Kay Keys', ['api_keys'])
  const page = await visit({ as: await server.api().signIn(person), at: '/apikey' })
  await expectPage(page, 'API Key')
  await page.getByRole('button', { name: 'Create New API Key' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Made by Kay')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(row(page, 'Made by Kay')).toBeVisible()
})
