// Keys for programs: shown once, masked afterwards, the last one stays.
import { expectPage, row } from './support/screen'
import { expect, test } from './support/test'
import { expectToast } from './support/toasts'

test('a new key is shown once, copied, and works', async ({ visit, owner, server }) => {
  const page = await visit({ as: owner, at: '/apikey' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await expectPage(page, 'API Key')
  await page.getByRole('button', { name: 'Create New API Key' }).click()
  const form = page.getByRole('dialog', { name: 'Add API Key' })
  const description = form.getByRole('textbox', { name: 'Description' })
  await expect(description).toBeFocused()
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(description).toHaveAccessibleDescription(/can't be blank/)
  await description.fill('Storefront')
  await page.keyboard.press('Enter')

  const shown = page.getByRole('dialog', { name: 'Your new API key' })
  const key = await shown.getByRole('code').innerText()
  await shown.getByRole('button', { name: 'Copy Storefront' }).click()
  await expectToast(page, 'Api Key copied into your clipboard!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  const { status } = await server.api(key).call('GET', '/dashboard/persons')
  expect(status).toBe(200)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toHaveCount(0)

  // The list shows only its end; Copy still knows it until the page is left.
  await expect(row(page, 'Storefront')).toContainText(key.slice(-4))
  await expect(row(page, 'Storefront')).toContainText('UTC')
  await expect(page.getByText(key)).toHaveCount(0)
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.getByRole('button', { name: 'Copy Storefront' }).click()
  await expectToast(page, 'Api Key copied into your clipboard!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await page.reload()
  const copy = page.getByRole('button', { name: 'Copy Storefront' })
  await expect(copy).toHaveAttribute('aria-disabled', 'true')
  await expect(copy).toHaveAccessibleDescription(
    'The full key was shown only once, when it was created',
  )
})

test('one is the default, and the last one cannot be deleted', async ({ visit, owner, server }) => {
  const api = server.api(owner.key)
  await api.addApiKey('First key')
  await api.addApiKey('Second key')
  const page = await visit({ as: owner, at: '/apikey' })
  await expect(row(page, 'First key').getByText('Default', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Make Second key the default' }).click()
  await expect(row(page, 'Second key').getByText('Default', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make First key the default' })).toBeVisible()

  await page.getByRole('button', { name: 'Delete Second key' }).click()
  const question = page.getByRole('dialog', { name: 'Delete API key' })
  await expect(question).toContainText('Are you sure you want to delete the key "Second key"?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'Second key')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Second key' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'Second key')).toHaveCount(0)
  await expect(row(page, 'First key').getByText('Default', { exact: true })).toBeVisible()

  const last = page.getByRole('button', { name: 'Delete First key' })
  await expect(last).toHaveAttribute('aria-disabled', 'true')
  await expect(last).toHaveAccessibleDescription('The only remaining key cannot be deleted')
  await last.click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('says why a key was not made', async ({ visit, owner, allow }) => {
  allow(/ERR_FAILED .*\/dashboard\/api_keys/)
  const page = await visit({ as: owner, at: '/apikey' })
  await page.getByRole('button', { name: 'Create New API Key' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Storefront')
  await page.route('**/dashboard/api_keys', (route) => route.abort())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'Failed to create API key',
  )
})
