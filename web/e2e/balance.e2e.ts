// Balance, Adjustments and Invoices in a browser: what the owner does with money, and what sub-users
// and invoiced accounts see of it.
import type { Locator, Page } from '@playwright/test'

import { arrangeMoney, buyLabel, CARDS } from './support/money'
import { expectPage, menu, row } from './support/screen'
import { expect, test } from './support/test'
import { expectToast } from './support/toasts'

const card = (page: Page) => page.getByRole('region', { name: 'Current balance' })

async function pick(
  page: Page,
  label: string,
  option: string,
  within: Locator = page.locator('body'),
): Promise<void> {
  await within.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('funds are added from a card, and explained entry by entry', async ({
  visit,
  owner,
  server,
}) => {
  await server.api(owner.key).addCard()
  const page = await visit({ as: owner, at: '/balance' })
  await expect(card(page)).toContainText('$0.00')
  await page.getByRole('button', { name: 'Add funds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add funds' })
  // The page behind has a field of a similar name.
  await pick(page, 'Amount', '$250.00', dialog)
  await dialog.getByRole('button', { name: 'Add funds' }).click()
  await expect(page.getByText('Balance updated successfully to $250.00 !')).toBeVisible()
  await page
    .getByRole('dialog', { name: 'Success' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click()
  await expect(card(page)).toContainText('$250.00')

  const log = page.getByRole('table', { name: 'Payment logs' }).getByRole('row').nth(1)
  await expect(log).toContainText('Top-up')
  await log.click()
  const detail = page.getByRole('dialog', { name: 'Payment Log' })
  await expect(detail.getByText('Succeeded')).toBeVisible()
  await expect(detail.getByRole('list', { name: 'Postings' })).toContainText('Available+$250.00')
  await expect(page).toHaveURL(/\?transaction=/)
  const receipt = detail.getByRole('link', { name: 'Open the receipt' })
  const file = await page.request.get((await receipt.getAttribute('href')) ?? '')
  expect(file.headers()['content-type']).toContain('application/pdf')
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)

  await page.getByRole('button', { name: 'Explain this balance' }).click()
  const explained = page.getByRole('dialog', { name: 'Explain this balance' })
  await expect(explained.getByRole('row').nth(1)).toContainText('+$250.00')
  await expect(explained.getByText('The available balance is $250.00.')).toBeVisible()
})

test('without a payment method one is added on the spot', async ({ visit, owner }) => {
  const page = await visit({ as: owner, at: '/balance' })
  await page.getByRole('button', { name: 'Add funds' }).click()
  const funds = page.getByRole('dialog', { name: 'Add funds' })
  await expect(funds.getByText('You have no payment method yet.')).toBeVisible()
  await expect(funds.getByRole('button', { name: 'Add bank account' })).toBeEnabled()
  await funds.getByRole('button', { name: 'Add card' }).click()
  const adding = page.getByRole('dialog', { name: 'Add card' })
  await adding.getByLabel(/^Card number/).fill('4242 4242 4242 4242')
  await adding.getByLabel(/^Expiry/).fill('12/40')
  await adding.getByLabel(/^CVC/).fill('123')
  await page.keyboard.press('Enter')
  await expect(funds.getByRole('combobox', { name: 'Payment method' })).toHaveValue('Visa 4242')
  await funds.getByRole('button', { name: 'Add funds' }).click()
  await expect(page.getByText('Balance updated successfully to $100.00 !')).toBeVisible()
})

test('a refused card says why', async ({ visit, server, owner, allow }) => {
  allow(/status of 422 .*\/dashboard\/balance/)
  await server.api(owner.key).addCard(CARDS.declined)
  const page = await visit({ as: owner, at: '/balance' })
  await page.getByRole('button', { name: 'Add funds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add funds' })
  await dialog.getByRole('button', { name: 'Add funds' }).click()
  await expect(dialog.getByRole('alert')).toContainText(/declined/i)
  await expect(card(page)).toContainText('$0.00')
})

test('an answer that the bank lost is told as pending, and credited once', async ({
  visit,
  server,
  owner,
}) => {
  await server.api(owner.key).addCard(CARDS.lost)
  const page = await visit({ as: owner, at: '/balance' })
  await page.getByRole('button', { name: 'Add funds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add funds' })
  await dialog.getByRole('button', { name: 'Add funds' }).click()
  const told = page.getByRole('dialog', { name: 'Payment pending' })
  await told.getByRole('button', { name: 'Close' }).last().click()
  // The settling job asks every minute; the page follows by itself.
  const logs = page.getByRole('table', { name: 'Payment logs' })
  await expect(logs.getByText('Succeeded')).toBeVisible({ timeout: 300_000 })
  await expect(card(page).getByText('$100.00').first()).toBeVisible()
  await expect(logs.getByRole('row')).toHaveCount(2)
})

test('the recharge is set up by its rules', async ({ visit, owner, server }) => {
  const api = server.api(owner.key)
  await api.addCard()
  await api.addCard('5555555555554444')
  const page = await visit({ as: owner, at: '/balance' })
  const form = page.getByRole('form', { name: 'Recharge settings' })
  const second = form.getByRole('combobox', { name: 'Secondary top-up method' })
  await expect(second).toBeDisabled()
  const threshold = form.getByLabel(/^Recharge threshold/)
  await threshold.fill('1234.50')
  await threshold.blur()
  await expect(threshold).toHaveValue('$1,234.50')
  // What is filled in at once takes the place of what stood there.
  await threshold.fill('60')
  await form.getByRole('combobox', { name: 'Replenishment amount' }).click()
  await expect(page.getByRole('option').first()).toHaveText('$100.00')
  await page.getByRole('option', { name: '$100.00' }).click()
  await pick(page, 'Primary top-up method', 'Visa 4242')
  await expect(second).toBeEnabled()
  await second.click()
  await expect(page.getByRole('option', { name: 'Visa 4242' })).toHaveCount(0)
  await page.getByRole('option', { name: /4444/ }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'The recharge settings were saved')
  await page.reload()
  await expect(page.getByText(/^When less than \$60\.00 is available, \$100\.00/)).toBeVisible()
})

test('an adjustment is looked at, disputed once, and exported', async ({
  visit,
  owner,
  server,
}) => {
  const api = server.api(owner.key)
  const { tracking_code } = await arrangeMoney(api)
  const page = await visit({ as: owner, at: '/balance?kind=adjustment' })
  await row(page, 'Heavier than declared').getByText('Heavier than declared').click()
  const detail = page.getByRole('dialog', { name: 'Payment Log' })
  const measures = detail.getByRole('table', { name: 'Quoted against charged' })
  await expect(measures.getByRole('row', { name: /^Parcel/ })).toContainText('48 oz')
  await expect(detail.getByRole('link', { name: 'Open the shipment' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Submit Dispute/ }).click()
  const dispute = page.getByRole('dialog', { name: 'Submit Dispute' })
  await dispute.getByLabel(/^Expected charge/).fill('8.41')
  await dispute.getByLabel(/^Reason/).fill('Our scale says 32 ounces.')
  await dispute.getByRole('button', { name: 'Submit Dispute' }).click()
  await expectToast(page, 'The dispute was submitted')
  await expect(page.getByRole('button', { name: /^Disputed/ })).toBeDisabled()

  await page.goto('/adjustments?filter=disputing')
  await expect(row(page, 'Heavier than declared')).toContainText(tracking_code)
  await expect(page.getByRole('button', { name: /^Disputed/ })).toBeDisabled()
  await page.getByRole('link', { name: tracking_code }).click()
  await expectPage(page, /Bo Diaz/)

  await page.goto('/balance')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const exporting = page.getByRole('dialog', { name: 'Export CSV' })
  await exporting.getByRole('textbox', { name: 'Email (optional)' }).press('Enter')
  const success = page.getByRole('dialog', { name: 'Success' })
  await expect(success).toContainText('We will mail it to')
  const mailed = async () => (await server.mailsTo(owner.email)).join('\n')
  await expect.poll(mailed).toContain('transaction(s) is ready')
})

test('billing_reporting sees the money and moves none of it', async ({ visit, owner, server }) => {
  const api = server.api(owner.key)
  const { card: method } = await arrangeMoney(api)
  const person = await api.addPerson('Rhea Reader', ['billing_reporting'])
  const key = await server.api().signIn(person)
  const page = await visit({ as: key, at: '/balance' })
  await expect(row(page, 'Heavier than declared')).toBeVisible()
  await expect(menu(page).getByRole('link', { name: 'Balance' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add funds' })).toHaveCount(0)
  await expect(page.getByRole('form', { name: 'Recharge settings' })).toHaveCount(0)
  await page.goto('/adjustments')
  await expect(row(page, 'Heavier than declared')).toBeVisible()

  // The server refuses what the screen hides.
  const reader = server.api(key)
  const charge = { amount: '50.00', topup_method: method }
  expect((await reader.call('PATCH', '/dashboard/balance', charge)).status).toBe(403)
  const settings = { settings: { recharge_threshold: '10.00' } }
  expect((await reader.call('PATCH', '/dashboard/user/settings', settings)).status).toBe(403)
})

test('billing_settings changes what it may see, alone it sees no balance', async ({
  visit,
  owner,
  server,
}) => {
  const api = server.api(owner.key)
  await api.addCard()
  const both = await api.addPerson('Bea Both', ['billing_reporting', 'billing_settings'])
  const page = await visit({ as: await server.api().signIn(both), at: '/balance' })
  await page.getByRole('button', { name: 'Add funds' }).click()
  await page
    .getByRole('dialog', { name: 'Add funds' })
    .getByRole('button', { name: 'Add funds' })
    .click()
  await expect(page.getByText('Balance updated successfully to $100.00 !')).toBeVisible()

  const alone = await api.addPerson('Sia Settings', ['billing_settings'])
  const other = await visit({ as: await server.api().signIn(alone), at: '/balance' })
  await expectPage(other, 'Access denied')
  const logs = server.api(await server.api().signIn(alone))
  expect((await logs.call('GET', '/dashboard/balance/transactions')).status).toBe(403)
})

test('with neither there is nothing to see', async ({ visit, owner, server }) => {
  const person = await server.api(owner.key).addPerson('Nora None')
  const key = await server.api().signIn(person)
  for (const at of ['/balance', '/adjustments', '/invoices']) {
    await expectPage(await visit({ as: key, at }), 'Access denied')
  }
})

test('an invoiced account buys on credit and has invoices instead', async ({ visit, server }) => {
  const account = await server.account({ billingType: 'invoicing' })
  const key = await server.api().signIn(account)
  const api = server.api(key)
  await api.addCard()
  await buyLabel(api)
  const page = await visit({ as: key, at: '/invoices' })
  await expectPage(page, 'Invoices')
  await expect(page.getByText(/^Nothing is outstanding/)).toBeVisible()
  await pick(page, 'Auto-pay method', 'Visa 4242')
  await expectToast(page, 'The auto-pay method was saved')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Auto-pay method' })).toHaveValue('Visa 4242')
  await expect(menu(page).getByRole('link', { name: 'Balance' })).toHaveCount(0)
  await page.goto('/balance')
  await expectPage(page, 'Access denied')

  const person = await api.addPerson('Rhea Reader', ['billing_reporting'])
  const reader = await visit({ as: await server.api().signIn(person), at: '/invoices' })
  await expect(reader.getByText('Auto-pay method: Visa 4242')).toBeVisible()
  await reader.goto('/balance')
  await expect(card(reader)).toContainText('of $500.00')
})
