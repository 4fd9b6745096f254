// Signing in, every way it can fail, and what ends a session.
import { expectPage, expectSignInPage, signIn, stored } from './support/screen'
import { expect, test } from './support/test'

const REFUSED = /status of 401 .*\/users\/sign_in/

test('signs in, and "/" leads on while signed in', async ({ visit, owner }) => {
  const page = await visit()
  await expectSignInPage(page)
  await expect(page).toHaveTitle('Sign in · Waybill')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await signIn(page, owner.email, owner.password)
  await expectPage(page, 'Shipments')
  await expect(page.getByRole('banner').getByText(owner.name)).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL(/\/shipments$/)
  await expectPage(page, 'Shipments')
})

test('a signed-out visitor comes back to the page that was asked for', async ({ visit, owner }) => {
  const page = await visit({ at: '/activity?action=session.signed_in' })
  await expectSignInPage(page)
  await signIn(page, owner.email, owner.password)
  await expectPage(page, 'Activity')
  await expect(page).toHaveURL(/\/activity\?action=session\.signed_in$/)
})

test('signs in by keyboard alone', async ({ visit, owner }) => {
  const page = await visit()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await page.keyboard.type(owner.email)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(owner.password)
  // Past the button that shows the password, to the one that signs in.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectPage(page, 'Shipments')
})

test('Enter in the password field signs in', async ({ visit, owner }) => {
  const page = await visit()
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await expectPage(page, 'Shipments')
})

test('says beside each field what is missing', async ({ visit }) => {
  const page = await visit()
  const email = page.getByRole('textbox', { name: 'Email' })
  const password = page.getByLabel('Password', { exact: true })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(email).toHaveAccessibleDescription('cannot be empty')
  await expect(email).toBeFocused()
  await expect(password).toHaveAccessibleDescription('should be at least 8 characters')
  await email.fill('somebody@shop.example')
  await password.fill('seven77')
  await page.keyboard.press('Enter')
  await expect(password).toHaveAccessibleDescription('should be at least 8 characters')
  await expect(password).toBeFocused()
  await expect(email).toHaveAccessibleDescription('')
})

test("a wrong password gets the server's words, then the limit", async ({
  visit,
  owner,
  server,
  allow,
}) => {
  allow(REFUSED, /status of 429 .*\/users\/sign_in/)
  const page = await visit()
  const message = page.getByRole('alert')
  await signIn(page, owner.email, 'not the password')
  await expect(message).toContainText('Invalid email or password.')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(owner.email)
  expect(await stored(page)).toBeNull()

  const wrong = { user: { email: owner.email, password: 'not the password' } }
  for (let tries = 1; tries < 10; tries += 1) {
    await server.api().call('POST', '/users/sign_in', wrong)
  }
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(message).toContainText('Too many attempts. Please wait a while and try again.')
  // Not even the right password passes now.
  await signIn(page, owner.email, owner.password)
  await expect(message).toContainText('Too many attempts. Please wait a while and try again.')
})

test('an unknown address gets the same words', async ({ visit, allow }) => {
  allow(REFUSED)
  const page = await visit()
  await signIn(page, 'nobody@shop.example', 'not the password')
  await expect(page.getByRole('alert')).toContainText('Invalid email or password.')
})

test("'Login error!' when the server says nothing", async ({ visit, owner, allow }) => {
  allow(/ERR_FAILED .*\/users\/sign_in/)
  const page = await visit()
  await page.route('**/users/sign_in', (route) => route.abort())
  await signIn(page, owner.email, owner.password)
  await expect(page.getByRole('alert')).toContainText('Login error!')
})

test('a disabled sub-user is told so', async ({ visit, owner, server, allow }) => {
  allow(/status of 403 .*\/users\/sign_in/)
  const api = server.api(owner.key)
  const person = await api.addPerson('Dee Sabled')
  await api.toggleState(person)
  const page = await visit()
  await signIn(page, person.email, person.password)
  await expect(page.getByRole('alert')).toContainText(
    'This user is disabled. Please ask the account owner.',
  )
})

test('a session ended elsewhere clears the storage and returns to "/"', async ({
  visit,
  owner,
  server,
  allow,
}) => {
  allow(/status of 401 /)
  const page = await visit({ as: owner, at: '/welcome', stored: { per: 25, darkMode: 'light' } })
  await expectPage(page, /^Welcome/)
  await server.api(await server.api().signIn(owner)).endOtherSessions()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Review signed-in devices/ })
    .click()
  await expectSignInPage(page)
  expect(await stored(page)).toBeNull()
  // Nothing is left to return to by the Back button either.
  await page.goto('/permissions')
  await expectSignInPage(page)
})

test('another tab follows a sign-out and a sign-in', async ({ visit, owner }) => {
  const page = await visit({ as: owner, at: '/welcome' })
  await expectPage(page, /^Welcome/)
  const other = await page.context().newPage()
  await other.goto('/sessions')
  await expectPage(other, 'Sessions')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectSignInPage(page)
  await expectSignInPage(other)
  await signIn(page, owner.email, owner.password)
  await expectPage(page, 'Shipments')
  await expectPage(other, 'Shipments')
})
