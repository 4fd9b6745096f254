// A spreadsheet in, labels out: good and bad rows, a mapping that is used again, a server that dies
// while it rates and while it buys, a balance that is short and topped up, a page that is closed.
import type { Page } from '@playwright/test'

import { moneyOf } from './support/desk'
import { pressSequence } from './support/keys'
import { addFunds } from './support/money'
import { heading, row } from './support/screen'
import { expect, test } from './support/test'
import { expectToast } from './support/toasts'
import { ratedDraft, sheet, uploadAt } from './support/uploads'

function step(page: Page, name: string) {
  return expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
}

function choose(page: Page, name: string, text: string) {
  const mimeType = 'text/csv'
  return page
    .getByLabel('Spreadsheet', { exact: true })
    .setInputFiles({ name, mimeType, buffer: Buffer.from(text) })
}

async function fillSender(page: Page, zip: string) {
  await page.getByLabel(/^Name/).fill('Main Street')
  await page.getByRole('combobox', { name: /^Street/ }).fill('350 5th Ave')
  await page.getByLabel(/^City/).first().fill('New York')
  const state = page.getByLabel(/^State/).first()
  await state.click()
  await state.fill('New York')
  await page.getByRole('option', { name: 'New York' }).first().click()
  await page.getByLabel(/^ZIP/).fill(zip)
}

/** Everything the page says while the server is away. */
const OUTAGE = [/ERR_/, /status of 422 /, /status of 50\d /]

test('a spreadsheet becomes labels, and no row is lost on the way', async ({
  newServer,
  visit,
  allow,
}) => {
  allow(...OUTAGE)
  // The work of a server that died is taken over soon.
  const server = await newServer({ WAYBILL_JOBS_LEASE_SECONDS: '3' })
  // Enough for two labels, the slow one among them, not for three.
  const account = await server.account({ balance: 2_500 })
  const key = await server.api().signIn(account)
  const api = server.api(key)
  const page = await visit({ as: key, at: '/shipment-uploads', server })

  const rows = sheet(
    { name: 'Bo Diaz' },
    { name: 'Cy Young SANDBOX SLOW' },
    { name: 'Di Marsh' },
    { name: 'No Place', street: '', zip: '' },
    { name: 'Ed Stone SANDBOX REFUSE' },
  )
  await choose(page, 'orders.csv', rows)

  await step(page, 'Assign Mapping')
  await expect(page.getByText('Bo Diaz')).toBeVisible()
  await expect(page.getByLabel('Field for Recipient Name')).toHaveValue('to_address.name')
  await expect(page.getByLabel('Field for Zip Code')).toHaveValue('to_address.zip')
  await page.getByLabel('Field for Weight (lb)').selectOption('parcel.weight')
  await page.getByLabel('Field for Gift note').selectOption('omit')
  await page.getByLabel('Save this mapping as').fill('Web shop')
  await page.getByRole('button', { name: 'Confirm Mapping' }).click()

  // The dry run finds a faulty sender before any row is rated.
  await step(page, 'Import Upload')
  await fillSender(page, '1011')
  await page.getByLabel(/^Length/).fill('12')
  await page.getByLabel(/^Width/).fill('9')
  await page.getByLabel(/^Height/).fill('4')
  await page.getByRole('button', { name: 'Get Rates' }).click()
  await expect(page.getByLabel(/^ZIP/)).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel(/^ZIP/).fill('10118')
  await page.getByRole('button', { name: 'Get Rates' }).click()

  // The slow row is being rated when the server dies; the page waits for it.
  await expect(page.getByText(/^Getting rates: \d+ out of 5 shipments$/)).toBeVisible()
  await server.restart()
  const purchase = page.getByRole('button', { name: 'Purchase Labels' })
  await expect(purchase).toBeVisible()
  await expect(page.getByText('Some rows had errors and were not processed')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Rows with errors' })).toContainText(/Row#\d+/)

  // One service for all, then the dearest rate for one: the server's total follows.
  await page.getByLabel('One service for all rows that offer it').click()
  await page.getByRole('option', { name: /Ground Advantage: 4 rows/ }).click()
  await expectToast(page, /^4 rows changed to /)
  const total = page.getByText('Total cost').locator('xpath=following-sibling::dd')
  const before = (await total.textContent()) ?? ''
  const rate = page.getByLabel(/^Rate for row \d+, Di Marsh/)
  const dearest = (await rate.locator('option').count()) - 1
  await rate.selectOption({ index: dearest })
  await expect(total).not.toHaveText(before)
  await expect(page.getByText(/^Your balance is \$[\d.,]+ short\.$/)).toBeVisible()
  await expect(page.getByText('Balance after purchase')).toBeVisible()

  // It dies again while it buys, and nobody looks: the page was closed.
  await expect(purchase).toBeEnabled()
  await purchase.click()
  await expect(page.getByText(/^Purchasing labels: \d+ out of 4 shipments$/)).toBeVisible()
  const address = new URL(page.url()).pathname
  await page.close()
  await server.restart()

  const again = await visit({ as: key, at: address, server })
  const retry = again.getByRole('button', { name: 'Retry failed' })
  // A purchase that was under way is asked for at its carrier, a minute later.
  await expect(retry).toBeVisible({ timeout: 180_000 })
  await expect(again.getByText(/^Your balance is \$[\d.,]+ short\.$/)).toBeVisible()
  await expect(again.getByRole('link', { name: 'Add funds' })).toHaveAttribute('href', '/balance')
  await addFunds(api, await api.addCard(), '500.00')
  await retry.click()

  // Only what the carrier refuses is left.
  await expect(again.getByText('3 labels purchased, 1 failed.')).toBeVisible()
  await expect(again.getByRole('button', { name: 'Print All Labels' })).toBeVisible()
  const failures = again.getByRole('table', { name: 'Shipments with Errors' })
  await expect(failures.getByRole('row', { name: /Ed Stone/ })).toBeVisible()
  await expect(failures.getByRole('link', { name: /^Correct and purchase/ })).toBeVisible()
  await expect(again.getByRole('region', { name: 'Failures by cause' })).toBeVisible()

  const download = again.waitForEvent('download')
  await again.getByRole('button', { name: 'Results file' }).click()
  const results = await (await download).createReadStream()
  const lines = (await results.setEncoding('utf8').toArray()).join('').trim().split('\n')
  expect(lines).toHaveLength(6)
  // No cell before the tracking number has a comma in it.
  const [header = [], ...cells] = lines.map((line) => line.replaceAll('"', '').split(','))
  const at = header.indexOf('Tracking number')
  expect(at).toBeGreaterThan(0)
  const codes = cells.map((line) => line[at]).filter((code) => code !== '')
  expect(codes).toHaveLength(3)
  expect(new Set(codes).size).toBe(3)

  await failures.getByRole('button', { name: /^Delete row/ }).click()
  await again.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(failures).toHaveCount(0)

  // The next file of the same shop needs no mapping.
  await again.getByRole('link', { name: 'Shipment Uploads' }).click()
  await expect(row(again, 'orders.csv').getByText('View Shipments')).toBeVisible()
  await again.getByRole('combobox', { name: 'Mapping' }).click()
  await again.getByRole('option', { name: 'Web shop' }).click()
  await choose(again, 'more.csv', sheet({ name: 'Flo West' }))
  await step(again, 'Import Upload')
  await expect(again.getByText(/The file gives weight;/)).toBeVisible()

  // What was bought and what it cost agree, and nothing is held for what was not.
  expect((await moneyOf(server, account)).held).toBe(0)
})

test('drafts are bought in bulk, and the jobs page knows', async ({ server, visit }) => {
  const account = await server.account({ balance: 100_000 })
  const key = await server.api().signIn(account)
  for (const name of ['Gil Ray', 'Hal Orr']) await ratedDraft(server.api(key), name)
  const page = await visit({ as: key, at: '/shipments/buy-labels' })
  await page.getByRole('checkbox', { name: 'Select Gil Ray' }).check()
  await page.getByRole('checkbox', { name: 'Select Hal Orr' }).check()
  await page.getByRole('button', { name: 'Buy Labels' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buy' }).click()
  await expect(page.getByText('Label purchased successfully!')).toHaveCount(2)
  await expect(page.getByRole('checkbox', { name: 'Select Gil Ray' })).toBeDisabled()

  await pressSequence(page, 'g j', heading(page, 'Jobs'))
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('table', { name: 'Outcome per row' })).toContainText('Succeeded')
})

test('files that are none are refused, and who may only look changes nothing', async ({
  server,
  visit,
  owner,
  allow,
}) => {
  allow(/status of 422 /)
  const page = await visit({ as: owner, at: '/shipment-uploads' })
  await choose(page, 'letter.pdf', '%PDF-1.7 nothing of ours')
  const failure = page.getByRole('dialog', { name: 'Failure' })
  const wrongType = 'The file is not a CSV, Excel (.xlsx, .xls) or OpenDocument (.ods) file.'
  await expect(failure.getByText(wrongType)).toBeVisible()
  await failure.getByRole('button', { name: 'Close' }).last().click()
  await choose(page, 'empty.csv', '')
  await expect(failure.getByText('The file is empty.')).toBeVisible()

  const api = server.api(owner.key)
  const id = await uploadAt(api, 'initialized', { name: 'Bo Diaz' })
  const person = await api.addPerson('Maya Torres', ['shipment_reporting'])
  const other = await visit({
    as: await server.api().signIn(person),
    at: `/shipment-upload/${id}`,
  })
  await expect(other.getByText('The account owner has to take this step.')).toBeVisible()
})
