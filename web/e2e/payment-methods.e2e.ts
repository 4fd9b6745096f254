// Payment methods with the sandbox bank: a card and a bank account come, are verified, change places
// and go; and the billing information below them.
import type { Locator, Page } from '@playwright/test'

import { expectPage, row, watchFor } from './support/screen'
import { expect, test } from './support/test'
import { expectToast } from './support/toasts'

function method(page: Page, title: string): Locator {
  return page.getByRole('listitem').filter({ hasText: title })
}

async function addCard(page: Page, number: string) {
  await page.getByRole('button', { name: 'Add New Card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add card' })
  await expect(dialog.getByRole('button', { name: 'Add card' })).toBeDisabled()
  await dialog.getByLabel(/^Card number/).fill(number)
  await dialog.getByLabel(/^Expiry/).fill('12/40')
  await dialog.getByLabel(/^CVC/).fill('123')
  await page.keyboard.press('Enter')
  return dialog
}

async function verify(page: Page, first: string, second: string) {
  const dialog = page.getByRole('dialog', { name: 'Verify bank account' })
  await dialog.getByLabel(/^First amount/).fill(first)
  await dialog.getByLabel(/^Second amount/).fill(second)
  await dialog.getByRole('button', { name: 'Verify' }).click()
  return dialog
}

type Place = [street: string, city: string, zip: string]

async function fillAddress(page: Page, nth: number, [street, city, zip]: Place) {
  await page
    .getByLabel(/^Street/)
    .nth(nth)
    .fill(street)
  await page.getByLabel(/^City/).nth(nth).fill(city)
  await page
    .getByLabel(/^State/)
    .nth(nth)
    .fill('New York')
  await page.getByRole('option', { name: /New York/ }).click()
  await page.getByLabel(/^ZIP/).nth(nth).fill(zip)
}

test('a card and a bank account are added, verified, made primary and removed', async ({
  visit,
  owner,
  allow,
}) => {
  allow(/status of 4(?:09|22) /)
  const page = await visit({ as: owner, at: '/payment-methods' })
  await expectPage(page, 'Payment Methods')
  await expect(page.getByText('No cards yet.')).toBeVisible()
  await expect(page.getByText(/^Credit Limit: \$0\.00 of \$[\d,]+\.\d\d used$/)).toBeVisible()

  await expect(await addCard(page, '4242 4242 4242 4242')).toBeHidden()
  const visa = method(page, 'Visa •••• 4242')
  await expect(visa.getByText('Primary', { exact: true })).toBeVisible()
  await expect(visa.getByText(/^Expires 12\/(?:20)?40$/)).toBeVisible()

  await page.getByRole('button', { name: 'Add New Bank Account' }).click()
  const adding = page.getByRole('dialog', { name: 'Add bank account' })
  await adding.getByLabel(/^Routing number/).fill('110000000')
  await expect(adding.getByRole('button', { name: 'Add bank account' })).toBeDisabled()
  await adding.getByLabel(/^Account number/).fill('000123456789')
  await adding.getByLabel(/^Account name/).fill('Checking')
  const busy = await watchFor(page, 'Adding bank account...')
  await page.keyboard.press('Enter')
  await busy()
  const bank = method(page, '•••• 6789')
  await expect(bank.getByText('Not verified')).toBeVisible()
  await expect(bank.getByRole('button', { name: /^Make primary/ })).toHaveCount(0)

  await bank.getByRole('button', { name: /^Verify/ }).click()
  const wrong = await verify(page, '0.01', '0.02')
  await expect(wrong.getByRole('alert')).toBeVisible()
  await verify(page, '0.32', '0.45')
  await expect(page.getByText('Account was verified successfully.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bank.getByText('Verified', { exact: true })).toBeVisible()

  await bank.getByRole('button', { name: /^Make primary/ }).click()
  await expect(bank.getByText('Primary', { exact: true })).toBeVisible()
  await expect(visa.getByText('Primary', { exact: true })).toHaveCount(0)

  await visa.getByRole('button', { name: 'Delete Visa 4242' }).click()
  const removing = await watchFor(page, 'Removing payment method...')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await removing()
  await expect(visa).toHaveCount(0)

  await page.goto('/activity')
  await expect(row(page, /4242/).first()).toBeVisible()
})

test('a number that is no card is told beside its field', async ({ visit, owner, allow }) => {
  allow(/status of 422 /)
  const page = await visit({ as: owner, at: '/payment-methods' })
  await expectPage(page, 'Payment Methods')
  const dialog = await addCard(page, '4242 4242 4242 4241')
  await expect(dialog.getByLabel(/^Card number/)).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByLabel(/^Card number/)).toBeFocused()
})

test('whoever lacks billing_settings is refused, by the page and by the server', async ({
  visit,
  owner,
  server,
  allow,
}) => {
  allow(/status of 403 /)
  const api = server.api(owner.key)
  for (const permissions of [[], ['billing_reporting']] as const) {
    const person = await api.addPerson('Nora None', permissions)
    const key = await server.api().signIn(person)
    for (const path of ['/payment-methods', '/billing-information']) {
      const page = await visit({ as: key, at: path })
      await expectPage(page, 'Access denied')
    }
    const { status } = await server.api(key).call('GET', '/dashboard/payment_methods')
    expect(status).toBe(403)
  }
  const settings = await api.addPerson('Sam Settings', ['billing_settings'])
  const page = await visit({ as: await server.api().signIn(settings), at: '/payment-methods' })
  await expect(await addCard(page, '5555 5555 5555 4444')).toBeHidden()
  await expect(method(page, '•••• 4444').getByText('Primary')).toBeVisible()
})

test('billing information is saved, guarded, and refused beside its fields', async ({
  visit,
  owner,
  allow,
}) => {
  allow(/status of 422 /)
  const page = await visit({ as: owner, at: '/billing-information' })
  await expectPage(page, 'Billing Information')
  await page.getByLabel(/^Full name/).fill('Acme & Sons')
  await fillAddress(page, 0, ['350 5th Ave', 'New York', '10118'])
  await page.getByRole('switch', { name: /same as the contact address/ }).click()
  await fillAddress(page, 1, ['1 State St', 'Albany', '12207'])

  // Leaving asks first.
  await page.getByRole('link', { name: 'Payment Methods' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()

  await page.getByRole('textbox', { name: 'Email' }).fill('no address')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'The billing information was saved')

  await page.reload()
  await expect(page.getByLabel(/^Full name/)).toHaveValue('Acme & Sons')
  await expect(page.getByLabel(/^City/).nth(1)).toHaveValue('Albany')
  await expect(page.getByRole('banner')).toContainText('Acme & Sons')
})
