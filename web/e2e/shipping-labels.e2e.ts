// Labels after their purchase: many in one file, the way of a parcel to its door, money back, and
// what a person sees who may only look.
import { readFile } from 'node:fs/promises'

import type { Download, Page } from '@playwright/test'

import { addLabel, moneyOf, trackingStatus } from './support/desk'
import { row } from './support/screen'
import { expect, test } from './support/test'

const NAMES = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ivy'].map(
  (name) => `${name} Ten`,
)
const UPS_CUSTOMER = 'Uma Parcel'

async function bytes(download: Download): Promise<string> {
  return readFile(await download.path(), 'latin1')
}

function count(file: string, mark: RegExp | string): number {
  return file.split(mark).length - 1
}

async function downloadBy(page: Page, click: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  return download
}

test('ten labels are compiled and downloaded; one is refunded and its money is back', async ({
  server,
  visit,
}) => {
  const account = await server.account({ balance: 100_000 })
  const key = await server.api().signIn(account)
  const api = server.api(key)
  for (const to of NAMES) await addLabel(api, { to, service: 'GroundAdvantage' })
  const before = await moneyOf(server, account)
  await addLabel(api, { to: UPS_CUSTOMER, service: 'Ground' })
  const paid = await moneyOf(server, account)
  const onPostgres = process.env['WAYBILL_TEST_DATABASE_URL']
  expect(paid.database).toBe(onPostgres ? 'PostgreSQL' : 'SQLite')
  expect(paid.balance).toBeLessThan(before.balance)

  const page = await visit({ as: key, at: '/shipments' })
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  const chosen = page.getByRole('group', { name: 'Actions on the selection' })
  await chosen.getByRole('button', { name: 'Compile' }).click()
  await page
    .getByRole('dialog', { name: 'Compile labels' })
    .getByRole('button', { name: 'Compile' })
    .click()
  const done = page.getByRole('dialog', { name: 'Success' })
  await expect(done).toContainText('10 label(s) compiled.')
  const compiled = await downloadBy(page, () =>
    done.getByRole('button', { name: 'Download' }).click(),
  )
  expect(compiled.suggestedFilename()).toBe('labels.pdf')
  expect(count(await bytes(compiled), /\/Type\s*\/Page\b/)).toBe(10)
  await page.keyboard.press('Escape')
  await expect(done).toHaveCount(0)

  const folder = await downloadBy(page, () =>
    chosen.getByRole('button', { name: 'Download' }).click(),
  )
  expect(folder.suggestedFilename()).toBe('labels.zip')
  // A line of the folder's table of contents each.
  expect(count(await bytes(folder), 'PK\u0001\u0002')).toBe(10)
  await expect(page.getByRole('table').getByText('Downloaded', { exact: true })).toHaveCount(10)

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).uncheck()
  await row(page, UPS_CUSTOMER).getByRole('checkbox').check()
  await chosen.getByRole('button', { name: 'Refund' }).click()
  const asking = page.getByRole('dialog', { name: 'Refund' })
  await asking.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByRole('table', { name: 'Refunds' })).toContainText('refunded')
  await expect(row(page, UPS_CUSTOMER)).toContainText('Refund refunded')
  const after = await moneyOf(server, account)
  expect([after.balance, after.held]).toEqual([before.balance, 0])
})

test('a parcel is followed until it is delivered', async ({ newServer, visit }) => {
  // A day is less than a second there; carriers are asked every minute.
  const server = await newServer({ WAYBILL_SANDBOX_SPEED: '100000' })
  const account = await server.account({ balance: 10_000 })
  const key = await server.api().signIn(account)
  const id = await addLabel(server.api(key), { to: 'Bo Diaz', service: 'Priority' })
  await expect
    .poll(() => trackingStatus(server.api(key), id), { timeout: 400_000, intervals: [2_000] })
    .toBe('delivered')
  const page = await visit({ server, as: key, at: `/shipment/${id}/summary` })
  const way = page.getByRole('region', { name: 'Tracking' }).getByRole('listitem')
  await expect(way.first()).toContainText(/delivered/i)
  expect(await way.count()).toBeGreaterThanOrEqual(5)
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Delivered')
})

test('a user with shipment reporting sees everything and can change nothing', async ({
  server,
  visit,
}) => {
  const account = await server.account({ balance: 10_000 })
  const owner = server.api(await server.api().signIn(account))
  const id = await addLabel(owner, { to: 'Bo Diaz', service: 'Priority' })
  const person = await owner.addPerson('Rita Reader', ['shipment_reporting'])
  const key = await server.api().signIn(person)

  const page = await visit({ as: key, at: '/shipments' })
  await row(page, 'Bo Diaz').getByRole('checkbox').check()
  await expect(page.getByRole('button', { name: 'Compile' }).first()).toBeVisible()
  for (const name of ['Label defaults', 'Refund']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expect(page.getByRole('link', { name: 'New Shipment' })).toHaveCount(0)
  await row(page, 'Bo Diaz').getByText('Bo Diaz', { exact: true }).click()
  await page.waitForURL(/\/summary$/)
  await expect(page.getByRole('img', { name: 'Shipping label' })).toBeVisible()
  for (const name of ['Create return label', 'Refund']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }

  const api = server.api(key)
  const one = `/dashboard/shipments/${id}`
  for (const [method, path, body] of [
    ['POST', '/dashboard/shipments', { shipment: {} }],
    ['PATCH', one, { shipment: {} }],
    ['DELETE', one],
    ['POST', `${one}/buy`, { rate_id: 'any' }],
    ['POST', `${one}/return`, {}],
    ['POST', '/dashboard/shipments/buy', { ids: [id] }],
    ['POST', '/dashboard/shipments/refund', { ids: [id] }],
    ['POST', '/dashboard/shipments/delete', { ids: [id] }],
    ['POST', '/dashboard/shipments/execute', { shipment_ids: [id] }],
    ['PATCH', '/dashboard/user/settings', { settings: {} }],
    ['POST', '/dashboard/user/addresses', { address: {} }],
    ['POST', '/dashboard/saved_packages', { saved_package: {} }],
    ['POST', '/dashboard/carrier_accounts', { carrier_account: {} }],
    ['POST', '/dashboard/printers', { printer: {} }],
  ] as const) {
    const { status, body: answer } = await api.call(method, path, body)
    expect([path, status, answer['message']]).toEqual([path, 403, 'Access denied'])
  }
})
