// A newcomer: a fresh server asks for its owner, and nobody else can be one afterwards.
import { expectPage, expectSignInPage, stored } from './support/screen'
import { expect, test } from './support/test'

test('a newcomer sets up the owner and is signed in, in one browser session', async ({
  visit,
  newServer,
  allow,
}) => {
  allow(/status of 422 .*\/users\/setup/)
  const server = await newServer()
  const page = await visit({ server })
  await expectPage(page, 'Welcome to Waybill')
  await expect(page).toHaveURL(/\/setup$/)

  const create = page.getByRole('button', { name: 'Create account and sign in' })
  const name = page.getByRole('textbox', { name: 'Name' })
  const email = page.getByRole('textbox', { name: 'Email' })
  const password = page.getByLabel('Password', { exact: true })
  const repeat = page.getByLabel('Repeat password')
  const terms = page.getByRole('checkbox')

  await create.click()
  await expect(name).toHaveAccessibleDescription('cannot be empty')
  await expect(name).toBeFocused()
  await expect(email).toHaveAccessibleDescription('cannot be empty')
  await expect(password).toHaveAccessibleDescription(/should be at least 8 characters/)
  await expect(page.getByText('Please accept the terms to go on')).toBeVisible()

  await name.fill('Nora Newcomer')
  await email.fill('not an address')
  await password.fill('correct horse')
  await repeat.fill('correct house')
  await terms.check()
  await create.click()
  await expect(repeat).toHaveAccessibleDescription('Password and repeat password should match')

  // The server's own objection stands beside its field too.
  await repeat.fill('correct horse')
  const asked = page.waitForResponse((response) => response.status() === 422)
  await create.click()
  await asked
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toBeFocused()

  await email.fill('nora@shop.example')
  await create.click()
  await expectPage(page, 'Shipments')
  await expect(page).toHaveURL(/\/shipments$/)
  await page.reload()
  await expectPage(page, 'Shipments')
  expect(await stored(page)).toHaveProperty('key', expect.any(String))

  // The owner exists in both worlds, with the same password.
  const account = { email: 'nora@shop.example', password: 'correct horse' }
  await server.api(undefined, '/test').signIn(account)

  const second = await visit({ server })
  await expectSignInPage(second)
  await second.goto('/setup')
  await expectSignInPage(second)
})

test('the terms can be read before they are accepted', async ({ visit, newServer }) => {
  const server = await newServer()
  const page = await visit({ server })
  await page.getByRole('main').getByRole('button', { name: 'Terms & Conditions' }).click()
  await expect(page.getByRole('dialog', { name: 'Terms & Conditions' })).toContainText(
    /\w{40,}|\w+ \w+/,
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('checkbox')).not.toBeChecked()
})
