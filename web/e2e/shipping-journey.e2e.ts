// The shipping desk from its set-up to a label abroad that comes out of a printer: everything here
// is done on the screens.
import type { Locator, Page } from '@playwright/test'

import { row } from './support/screen'
import { expect, test } from './support/test'

/** Types into a list that can be searched, and takes what it offers. */
async function pick(page: Page, list: Locator, name: string) {
  await list.click()
  await list.fill(name)
  await page.getByRole('option', { name }).first().click()
}

async function addWarehouse(page: Page) {
  await page.getByRole('button', { name: 'Add New Warehouse' }).click()
  const form = page.getByRole('dialog', { name: 'Add New Warehouse' })
  await form.getByLabel(/^Name/).fill('Main Street')
  await form
    .getByLabel(/^Street/)
    .first()
    .fill('350 5th Ave')
  await form.getByLabel(/^City/).fill('New York')
  await pick(page, form.getByLabel(/^State/).first(), 'New York')
  await form.getByLabel(/^ZIP/).fill('10118')
  await form.getByRole('switch', { name: 'Starred' }).check()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(row(page, 'Main Street')).toContainText('350 5th Ave')
}

/** With its customs form: a parcel abroad needs nothing more. */
async function addSavedPackage(page: Page) {
  await page.getByLabel(/^Nickname/).fill('Mug in a box')
  await page.getByLabel(/^Length/).fill('8')
  await page.getByLabel(/^Width/).fill('6')
  await page.getByLabel(/^Height/).fill('5')
  await page.getByLabel(/^Weight, lb/).fill('1')
  await page.getByRole('switch', { name: 'Customs Form' }).check()
  await page.getByLabel('I certify that this declaration is true').check()
  await page.getByLabel(/^Signer/).fill('Ann Lee')
  await page.getByRole('button', { name: 'Add item' }).click()
  const item = page.getByRole('group', { name: 'Item 1' })
  await item.getByLabel(/^Description/).fill('Ceramic mug')
  await item.getByLabel(/^Total value/).fill('24.50')
  await item.getByLabel(/^Total weight/).fill('14')
  await page.getByRole('button', { name: 'Create Saved Package' }).click()
  await expect(row(page, 'Mug in a box')).toBeVisible()
}

test('a warehouse and a saved package make a label abroad, and a printer prints it', async ({
  server,
  visit,
  printer,
}) => {
  const account = await server.account({ name: 'Ada Owner', balance: 100_000 })
  const page = await visit({ as: await server.api().signIn(account), at: '/locations' })
  await addWarehouse(page)
  await page.goto('/saved-packages/new')
  await addSavedPackage(page)

  await page.goto('/shipment/new')
  // The starred warehouse is the sender before anybody asked.
  await expect(page.getByLabel(/^Street/).first()).toHaveValue('350 5th Ave')
  const to = page.getByRole('region', { name: 'To address' })
  await pick(page, to.getByLabel(/^Country/).first(), 'Canada')
  await to.getByLabel(/^Name/).fill('Noa Tremblay')
  await to
    .getByLabel(/^Street/)
    .first()
    .fill('111 Wellington St')
  await to.getByLabel(/^City/).fill('Ottawa')
  await to.getByLabel(/^State or province/).fill('ON')
  await to.getByLabel(/^Postal code/).fill('K1A 0A9')
  await pick(page, page.getByLabel('Saved package').first(), 'Mug in a box')
  await expect(page.getByLabel(/^Weight, lb/)).toHaveValue('1')
  await expect(page.getByRole('group', { name: 'Item 1' })).toBeVisible()

  await page.getByRole('button', { name: 'Get Rates' }).click()
  await page.waitForURL(/\/rate$/)
  await page.getByRole('radio', { name: /^USPS Priority Mail International, / }).check()
  await page.getByRole('button', { name: 'Buy' }).click()
  await page.waitForURL(/\/summary$/)
  await expect(page.getByText(/^[A-Z]{2}\d{9}US$/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'Shipping label' })).toBeVisible()

  await page.goto('/shipments')
  await page.getByRole('button', { name: 'Label defaults' }).click()
  const defaults = page.getByRole('dialog', { name: 'Configure Label Defaults' })
  await defaults.getByRole('button', { name: 'Add printer' }).click()
  const adding = page.getByRole('dialog', { name: 'Add printer' })
  await adding.getByLabel(/^Name/).fill('Packing table')
  await adding.getByLabel(/^Address/).fill(printer.uri)
  await adding.getByRole('button', { name: 'Add printer' }).click()
  await expect(defaults.getByText(printer.uri)).toBeVisible()
  await defaults.getByLabel('Printer', { exact: true }).first().click()
  await page.getByRole('option', { name: 'Packing table' }).click()
  await defaults.getByRole('button', { name: 'Save' }).click()
  await expect(defaults).toHaveCount(0)

  await row(page, 'Noa Tremblay').getByRole('checkbox').check()
  const chosen = page.getByRole('group', { name: 'Actions on the selection' })
  await chosen.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.getByText('1 label(s) sent to the printer.')).toBeVisible()
  const papers = await printer.printed()
  expect(papers.map((paper) => paper.subarray(0, 5).toString())).toEqual(['%PDF-'])
})
