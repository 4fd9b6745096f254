// External and sales-channel billing: who sees them, what is chosen there, and the way to the
// business information. Reports are drawn up monthly; what approving them does is tested behind the
// screens (features/incentives) and on the server.
import type { Page } from '@playwright/test'

import { expectPage, menu, openGroup } from './support/screen'
import { expect, test } from './support/test'

const REPORTS = 'Automatically approve incentive reports'

async function addPayoutAccount(page: Page) {
  await page.getByRole('button', { name: 'Add payout bank account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add bank account' })
  await dialog.getByLabel(/^Routing number/).fill('110000000')
  await dialog.getByLabel(/^Account number/).fill('000123456789')
  await dialog.getByLabel(/^Account name/).fill('Payouts')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

test('an externally billed owner chooses how incentives are paid', async ({ visit, server }) => {
  const account = await server.account({ externallyBilled: true })
  const page = await visit({ as: await server.api().signIn(account), at: '/external-billing' })
  await expectPage(page, 'External Billing')
  await expect(page.getByText('There is no data to show here!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled()

  await page.getByRole('switch', { name: REPORTS }).click()
  await page.getByRole('switch', { name: 'Automatically approve pulls' }).click()
  await addPayoutAccount(page)
  const payout = page.getByRole('listitem').filter({ hasText: '•••• 6789' })
  await expect(payout.getByText('Verified')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('switch', { name: REPORTS })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Automatically approve pulls' })).toBeChecked()

  // The last choice is a way, not an account.
  await page.getByLabel('Bank account', { exact: true }).click()
  await page.getByRole('option', { name: 'Add bank account' }).click()
  await expectPage(page, 'Payment Methods')
})

test('a verified bank account can be chosen to be pulled from, and is then kept', async ({
  visit,
  server,
  allow,
}) => {
  allow(/status of 4(?:09|22) /)
  const account = await server.account({ externallyBilled: true })
  const key = await server.api().signIn(account)
  await server.api(key).addBank()
  const page = await visit({ as: key, at: '/payment-methods' })
  await page.getByRole('button', { name: /^Verify/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify bank account' })
  await dialog.getByLabel(/^First amount/).fill('0.32')
  await dialog.getByLabel(/^Second amount/).fill('0.45')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Account was verified successfully.')).toBeVisible()

  await page.goto('/external-billing')
  await page.getByLabel('Bank account', { exact: true }).click()
  await page.getByRole('option', { name: /6789/ }).click()
  await page.reload()
  await expect(page.getByLabel('Bank account', { exact: true })).toHaveValue(/6789/)

  await page.goto('/payment-methods')
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: 'Failure' })).toBeVisible()
})

test('the agreement opens the way to the payment processor', async ({ visit, server }) => {
  const account = await server.account({ externallyBilled: true })
  const page = await visit({ as: await server.api().signIn(account), at: '/business-information' })
  await expectPage(page, 'Business Information')
  const update = page.getByRole('button', { name: 'Update' })
  await expect(update).toBeDisabled()
  await page.getByRole('checkbox', { name: /services agreement/ }).check()
  const posted = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      response.url().endsWith('/dashboard/business_information'),
  )
  // The answer names the payment processor's page, and the browser leaves for it.
  const left = page.waitForEvent('load')
  await update.click()
  expect((await posted).status()).toBe(200)
  await left
  await page.goto('/business-information')
  await expect(page.getByRole('checkbox', { name: /services agreement/ })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Update' })).toBeEnabled()
})

test('each program is shown to those it concerns only', async ({ visit, server, owner, allow }) => {
  allow(/status of 403 /)
  for (const path of ['/external-billing', '/channel-billing', '/business-information']) {
    await expectPage(await visit({ as: owner, at: path }), 'Access denied')
  }

  const account = await server.account({ externallyBilled: true, salesChannel: true })
  const api = server.api(await server.api().signIn(account))
  const reader = await api.addPerson('Rita Reader', ['billing_reporting'])
  const page = await visit({ as: await server.api().signIn(reader), at: '/channel-billing' })
  await expectPage(page, 'Sales Channel Billing')
  await expect(page.getByRole('switch', { name: REPORTS })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add payout bank account' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Pull bank account' })).toHaveCount(0)
  await openGroup(page, 'Billing')
  await expect(menu(page).getByRole('link', { name: 'External Billing' })).toBeVisible()
  await expect(menu(page).getByRole('link', { name: 'Payment Methods' })).toHaveCount(0)

  const settings = await api.addPerson('Sam Settings', ['billing_settings'])
  const key = await server.api().signIn(settings)
  await expectPage(await visit({ as: key, at: '/external-billing' }), 'Access denied')
  const { status } = await server.api(key).call('GET', '/dashboard/external_balance')
  expect(status).toBe(403)
})
