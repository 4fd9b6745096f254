// What comes round by itself, with a server whose clock is set forward: invoices until they are paid or
// overdue, incentive reports until they are paid out, and carriers' adjustments until a dispute about
// them is decided.
import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import type { Api } from './support/api'
import { expectNoAxeViolations } from './support/axe'
import { buyLabel, CARDS } from './support/money'
import { expectPage, row } from './support/screen'
import type { Account, Server } from './support/server'
import { expect, test } from './support/test'
import { expectToast } from './support/toasts'

/** A session of its own: an older one may not have outlived the leap. */
async function session(server: Server, account: Account): Promise<{ key: string; api: Api }> {
  const key = await server.api().signIn(account)
  return { key, api: server.api(key) }
}

/** Waits until the jobs that have become due have filled this list. */
async function filled(api: Api, path: string): Promise<void> {
  await expect
    .poll(async () => (await api.ok('GET', path))['total_count'], { timeout: 300_000 })
    .toBeGreaterThan(0)
}

/** The row of the only invoice. */
const invoice = (page: Page) => row(page, /#\d{6}/)

test('an invoice is drawn up, downloaded and paid', async ({ visit, newServer, clock }) => {
  const server = await newServer(clock.settings)
  const account = await server.account({ billingType: 'invoicing' })
  const before = await session(server, account)
  await before.api.addCard()
  await buyLabel(before.api)
  await clock.toNextMonth()
  const { key, api } = await session(server, account)
  await filled(api, '/dashboard/invoices')

  const page = await visit({ server, as: key, at: '/invoices' })
  await expect(invoice(page)).toContainText('Open')
  // The whole month before, wherever the viewer is.
  const end = new Date(Date.UTC(clock.now().getUTCFullYear(), clock.now().getUTCMonth(), 0))
  const last = end.toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  })
  await expect(invoice(page)).toContainText(` – ${last}`)

  await expectNoAxeViolations(page)

  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download invoice \d{6}$/ }).click()
  const file = await (await saved).path()
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-')

  await page.getByRole('button', { name: /^Pay invoice/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Pay invoice #\d{6}$/ })
  await expect(dialog.getByRole('combobox', { name: 'Payment method' })).toHaveValue('Visa 4242')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: /^Pay \$/ }).click()
  await expectToast(page, 'Invoice paid successfully!')
  await expect(page.getByText(/^Nothing is outstanding/)).toBeVisible()

  await page.goto('/invoices?kind=paid')
  await expect(invoice(page)).toContainText('Paid')
  await expect(invoice(page)).toContainText('$0.00')
  await expect(page.getByRole('button', { name: /^Pay invoice/ })).toBeDisabled()
})

test('an unpaid invoice gets overdue, and auto-pay pays its own', async ({
  visit,
  newServer,
  clock,
  allow,
}) => {
  allow(/status of 422 .*\/dashboard\/balance/)
  const server = await newServer(clock.settings)
  const [late, automatic] = [
    await server.account({ billingType: 'invoicing', name: 'Lena Late' }),
    await server.account({ billingType: 'invoicing', name: 'Otto Matic' }),
  ]
  for (const account of [late, automatic]) {
    const { api } = await session(server, account)
    await api.addCard()
    await buyLabel(api)
  }
  const otto = await session(server, automatic)
  const page = await visit({ server, as: otto.key, at: '/invoices' })
  await page.getByRole('combobox', { name: 'Auto-pay method' }).click()
  await page.getByRole('option', { name: 'Visa 4242' }).click()
  await expectToast(page, 'The auto-pay method was saved')

  await clock.toNextMonth()
  await filled((await session(server, automatic)).api, '/dashboard/invoices')
  // Due on the 16th.
  await clock.advance(16)
  const paid = await session(server, automatic)
  await filled(paid.api, '/dashboard/invoices?kind=paid')
  const mine = await visit({ server, as: paid.key, at: '/invoices?kind=all' })
  await expect(invoice(mine)).toContainText('Paid')

  const lena = await session(server, late)
  await lena.api.addCard(CARDS.declined)
  const theirs = await visit({ server, as: lena.key, at: '/invoices' })
  await expect(invoice(theirs)).toContainText('Overdue')
  await theirs.getByRole('button', { name: /^Pay invoice/ }).click()
  const dialog = theirs.getByRole('dialog', { name: /^Pay invoice/ })
  const method = dialog.getByRole('combobox', { name: 'Payment method' })
  await method.click()
  await theirs.getByRole('option', { name: 'Visa 0341' }).click()
  await dialog.getByRole('button', { name: /^Pay \$/ }).click()
  await expectToast(theirs, /declined/i)
  // Another method can be tried at once.
  await method.click()
  await theirs.getByRole('option', { name: 'Visa 4242' }).click()
  await dialog.getByRole('button', { name: /^Pay \$/ }).click()
  await expectToast(theirs, 'Invoice paid successfully!')
})

test('an incentive report is approved, and the ways there are pointed out', async ({
  visit,
  newServer,
  clock,
  allow,
}) => {
  allow(/status of 422 /)
  const server = await newServer(clock.settings)
  const account = await server.account({ externallyBilled: true, balance: 50_000 })
  const before = await session(server, account)
  for (const to of ['Bo Diaz', 'Ann Lee']) await buyLabel(before.api, to)
  await clock.toNextMonth()
  const { key, api } = await session(server, account)
  await filled(api, '/dashboard/external_balance/transactions')
  const page = await visit({ server, as: key, at: '/external-billing' })
  const report = row(page, /^.*Incentives of/)
  await expect(report).toContainText('Unapproved')
  await expectNoAxeViolations(page)
  const file = await page.request.get(
    (await page.getByRole('link', { name: /^Report of payment/ }).getAttribute('href')) ?? '',
  )
  expect(await file.text()).toContain('Date,Tracking code,Reason,Label price,Incentive')

  // Nobody has verified the business yet.
  await page.getByRole('button', { name: /^Approve payment/ }).click()
  await expectToast(page, 'Your business account is pending verification')
  await expectPage(page, 'Business Information')
  await page.getByRole('checkbox', { name: /services agreement/ }).check()
  const left = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update' }).click()
  await left
  await page.goto('/business-information')
  await expect(page.getByText('Your business account is verified.')).toBeVisible()

  // There is no account to pay to.
  await page.goto('/external-billing')
  await page.getByRole('button', { name: /^Approve payment/ }).click()
  await expectToast(page, 'Add a payout bank account first.')
  await expectPage(page, 'Payment Methods')

  // The report stays approved: with an account it is paid by itself.
  await api.addBank('PayoutBankAccount')
  await clock.advance(1)
  const later = await session(server, account)
  const state = async () => {
    const { items } = await later.api.ok('GET', '/dashboard/external_balance/transactions')
    return JSON.stringify(items)
  }
  await expect.poll(state, { timeout: 300_000 }).toMatch(/"status":"(?:processing|succeeded)"/)
  const again = await visit({ server, as: later.key, at: '/external-billing' })
  await again.getByText(/^Incentives of/).click()
  const detail = again.getByRole('dialog', { name: /^Payment #\d+$/ })
  await expect(detail.getByText('Yes')).toBeVisible()
  await expectNoAxeViolations(again)
  await expect(detail.getByRole('button', { name: 'Approve' })).toHaveCount(0)
})

test('with everything in place one click approves a report', async ({
  visit,
  newServer,
  clock,
}) => {
  const server = await newServer(clock.settings)
  const account = await server.account({ salesChannel: true, balance: 50_000 })
  const before = await session(server, account)
  await before.api.addBank('PayoutBankAccount')
  await before.api.ok('POST', '/dashboard/business_information', { tos_acceptance: '1' })
  await before.api.ok('GET', '/dashboard/business_information')
  await buyLabel(before.api)
  await clock.toNextMonth()
  const { key, api } = await session(server, account)
  await filled(api, '/dashboard/channel_balance/transactions')
  const page = await visit({ server, as: key, at: '/channel-billing' })
  await page.getByRole('button', { name: /^Approve payment/ }).click()
  await expectToast(page, 'The incentive report was approved.')
  await expect(page.getByRole('button', { name: /^Approve payment/ })).toHaveCount(0)
  await expectPage(page, 'Sales Channel Billing')
})

test('a carrier weighs again; disputes are won and lost', async ({ visit, newServer, clock }) => {
  const server = await newServer(clock.settings)
  const account = await server.account({ balance: 50_000 })
  const before = await session(server, account)
  const codes = [
    await buyLabel(before.api, 'Jane Roe SANDBOX UNDERDECLARED'),
    await buyLabel(before.api, 'Rick Roe SANDBOX UNDERDECLARED'),
  ]
  // Weighed after two days, told in the night.
  await clock.advance(4)
  const { key, api } = await session(server, account)
  await filled(api, '/dashboard/adjustments')
  const page = await visit({ server, as: key, at: '/adjustments' })
  const [won = '', lost = ''] = codes
  await row(page, won).getByText('3 lb, 12 x 9 x 4 in', { exact: true }).click()
  const detail = page.getByRole('dialog', { name: 'Adjustment' })
  const measures = detail.getByRole('table', { name: 'Quoted against charged' })
  await expect(measures.getByRole('row', { name: /^Parcel/ })).toContainText('(differs)')
  await detail.getByRole('button', { name: /^Submit Dispute/ }).click()

  const dispute = page.getByRole('dialog', { name: 'Submit Dispute' })
  await dispute.getByRole('button', { name: 'Submit Dispute' }).click()
  await expect(dispute.getByText("can't be blank")).toHaveCount(2)
  await dispute.getByLabel(/^Expected charge/).fill('$8.41')
  await dispute.getByLabel(/^Reason/).fill('Our scale says 32 ounces.')
  await dispute.getByRole('button', { name: 'Submit Dispute' }).click()
  await expect(dispute).toBeHidden()
  await expect(detail.getByText('$8.41')).toBeVisible()
  await expect(detail.getByRole('button', { name: /^Disputed/ })).toBeDisabled()
  await page.keyboard.press('Escape')

  await row(page, lost)
    .getByRole('button', { name: /^Submit Dispute/ })
    .click()
  await dispute.getByLabel(/^Expected charge/).fill('8.41')
  await dispute.getByLabel(/^Reason/).fill('It was not mine. SANDBOX LOSE')
  await dispute.getByRole('button', { name: 'Submit Dispute' }).click()
  await expect(row(page, lost)).toContainText('Submitted')

  await clock.advance(3)
  const later = await session(server, account)
  await filled(later.api, '/dashboard/balance/transactions?kind=dispute')
  const decided = await visit({ server, as: later.key, at: '/adjustments' })
  await expect(row(decided, won)).toContainText('Won')
  await expect(row(decided, lost)).toContainText('Lost')
  await expectNoAxeViolations(decided)
  await decided.goto('/balance?kind=dispute')
  // Only what was won comes back.
  await expect(row(decided, won)).toHaveCount(1)
  await expect(row(decided, lost)).toHaveCount(0)
})
