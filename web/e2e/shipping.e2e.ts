// The shipping desk in a browser: from a warehouse and an address to a label, its refund, and what
// a person who may only look sees of it.
import type { Page } from '@playwright/test'

import { expect, test } from './support/test'

async function pickState(page: Page, nth: number, name: string) {
  const field = page.getByLabel(/^State/).nth(nth)
  await field.click()
  await field.fill(name)
  await page.getByRole('option', { name }).first().click()
}

async function fillTo(page: Page, name: string) {
  await page.getByLabel(/^Name/).nth(1).fill(name)
  await page
    .getByLabel(/^Street/)
    .nth(1)
    .fill('9 Elm St')
  await page.getByLabel(/^City/).nth(1).fill('Beverly Hills')
  await pickState(page, 1, 'California')
  await page.getByLabel(/^ZIP/).nth(1).fill('90210')
}

async function fillParcel(page: Page) {
  await page.getByLabel(/^Length/).fill('12')
  await page.getByLabel(/^Width/).fill('9')
  await page.getByLabel(/^Height/).fill('4')
  await page.getByLabel(/^Weight, lb/).fill('2')
}

test('a label is bought from a warehouse, looked at, found, compiled and refunded', async ({
  server,
  visit,
}) => {
  const account = await server.account({ name: 'Ada Owner', balance: 100_000 })
  const key = await server.api().signIn(account)
  const page = await visit({ as: key, at: '/locations' })

  await page.getByRole('button', { name: 'Add New Warehouse' }).click()
  const modal = page.getByRole('dialog')
  await modal
    .getByLabel(/^(Nick)?name/i)
    .first()
    .fill('Main Street')
  await modal
    .getByLabel(/^Street/)
    .first()
    .fill('350 5th Ave')
  await modal.getByLabel(/^City/).fill('New York')
  await pickState(page, 0, 'New York')
  await modal.getByLabel(/^ZIP/).fill('10118')
  await modal
    .getByRole('button', { name: /save|add|create/i })
    .last()
    .click()
  await expect(page.getByRole('cell', { name: 'Main Street', exact: true })).toBeVisible()

  await page.goto('/shipment/new')
  await page.getByLabel(/^Name/).first().waitFor()
  await page.getByLabel(/^Name/).first().fill('Main Street')
  await page
    .getByLabel(/^Street/)
    .first()
    .fill('350 5th Ave')
  await page.getByLabel(/^City/).first().fill('New York')
  await pickState(page, 0, 'New York')
  await page.getByLabel(/^ZIP/).first().fill('10118')
  await fillTo(page, 'Bo Diaz')
  await fillParcel(page)
  await page.getByRole('button', { name: 'Get Rates' }).click()
  await page.waitForURL(/\/rate$/)
  await expect(page.getByText('Cheapest')).toBeVisible()
  await expect(page.getByText('Fastest')).toBeVisible()
  await page.getByRole('radio', { name: /Priority Mail, / }).check()
  await page.getByRole('button', { name: 'Buy' }).click()

  await page.waitForURL(/\/summary$/)
  await expect(page.getByText(/^92055/)).toBeVisible()
  await expect(page.getByRole('img', { name: /label/i })).toBeVisible()

  await page.goto('/shipments?q=diaz')
  const row = page.getByRole('row', { name: /Bo Diaz/ })
  await expect(row).toBeVisible()
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Refund' }).click()
  await expect(
    page.getByText('This will request refund for the selected label(s), proceed?'),
  ).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /yes|ok|proceed|refund/i })
    .click()
  await expect(page.getByRole('dialog').getByText('submitted')).toBeVisible()
  await page.goto('/shipments?q=diaz')
  await expect(page.getByText('Refund submitted')).toBeVisible()
})

test('a form with gaps says what is missing, and an empty balance buys nothing', async ({
  server,
  visit,
  allow,
}) => {
  allow(/422/, /402/)
  const account = await server.account({ name: 'Poor Owner' })
  const key = await server.api().signIn(account)
  const page = await visit({ as: key, at: '/shipment/new' })
  await page.getByLabel(/^Name/).first().waitFor()
  await page.getByRole('button', { name: 'Get Rates' }).click()
  await expect(page.getByText("can't be blank").first()).toBeVisible()
  await page.getByLabel(/^Name/).first().fill('Ann Lee')
  await page
    .getByLabel(/^Street/)
    .first()
    .fill('350 5th Ave')
  await page.getByLabel(/^City/).first().fill('New York')
  await pickState(page, 0, 'New York')
  await page.getByLabel(/^ZIP/).first().fill('10118')
  await fillTo(page, 'Cy Young')
  await fillParcel(page)
  await page.getByRole('button', { name: 'Get Rates' }).click()
  await page.waitForURL(/\/rate$/)
  await page.getByRole('button', { name: 'Buy' }).click()
  await expect(page.getByText(/Failed to charge your account\. Please check/)).toBeVisible()
})
