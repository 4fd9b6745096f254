// A forgotten password, from the sign-in page over the mail to the new one; and changing a known one.
import { expectPage, expectSignInPage, openGroup, signIn, stored } from './support/screen'
import { expect, test } from './support/test'

const NEW_PASSWORD = 'a brand new secret'
const STALE = 'This link has expired or was used already. Please ask for a new one.'

/** The paths of the links: a server on a chosen-for-it port does not know its own address. */
function linksIn(mails: readonly string[]): string[] {
  return mails.flatMap((mail) => /https?:\/\/[^/\s]+(\/set-password\S*)/.exec(mail)?.[1] ?? [])
}

test('recovers by a mailed link, which works once', async ({ visit, owner, server, allow }) => {
  allow(/status of 401 /, /status of 422 .*\/users\/password/)
  const device = await visit({ as: owner, at: '/welcome' })
  await expectPage(device, /^Welcome/)

  const page = await visit()
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expectPage(page, 'Forgot password')
  await expect(page).toHaveURL(`/forgot-password?email=${encodeURIComponent(owner.email)}`)
  const email = page.getByRole('textbox', { name: 'Email' })
  const send = page.getByRole('button', { name: 'SEND INSTRUCTIONS' })
  await expect(email).toHaveValue(owner.email)
  await email.fill(' ')
  await expect(send).toBeDisabled()
  await email.fill(owner.email)
  await send.click()
  await expect(page.getByText('Reset password email sent.')).toBeVisible()
  await expect.poll(async () => linksIn(await server.mailsTo(owner.email))).toHaveLength(1)
  const [link = ''] = linksIn(await server.mailsTo(owner.email))
  expect(link).toMatch(/^\/set-password#./)
  await page.getByRole('link', { name: 'BACK TO LOGIN' }).click()
  await expectSignInPage(page)

  await page.goto(link)
  await expectPage(page, 'Set a new password')
  const password = page.getByRole('textbox', { name: 'New password' })
  const repeat = page.getByLabel('Repeat password')
  const set = page.getByRole('button', { name: 'Set password and sign in' })
  await password.fill('short')
  await repeat.fill('shore')
  await set.click()
  await expect(password).toHaveAccessibleDescription('New password should be at least 8 characters')
  await expect(repeat).toHaveAccessibleDescription('Password and repeat password should match')
  await password.fill(NEW_PASSWORD)
  await repeat.fill(NEW_PASSWORD)
  await set.click()
  await expectPage(page, 'Shipments')
  expect(page.url()).not.toContain('#')

  // The other device was signed out by it.
  await device
    .getByRole('main')
    .getByRole('link', { name: /Review signed-in devices/ })
    .click()
  await expectSignInPage(device)
  await signIn(device, owner.email, owner.password)
  await expect(device.getByRole('alert')).toContainText('Invalid email or password.')
  await signIn(device, owner.email, NEW_PASSWORD)
  await expectPage(device, 'Shipments')

  // The link is used up, says so, and leads to a new one.
  const late = await visit({ at: link })
  await late.getByRole('textbox', { name: 'New password' }).fill('one more secret')
  await late.getByLabel('Repeat password').fill('one more secret')
  await late.getByRole('button', { name: 'Set password and sign in' }).click()
  await expect(late.getByText(STALE)).toBeVisible()
  await late.getByRole('link', { name: 'Ask for a new link' }).click()
  await late.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await late.getByRole('button', { name: 'SEND INSTRUCTIONS' }).click()
  await expect(late.getByText('Reset password email sent.')).toBeVisible()
  await expect.poll(async () => linksIn(await server.mailsTo(owner.email))).toHaveLength(2)
})

test('a link without its secret is no link', async ({ visit }) => {
  const page = await visit({ at: '/set-password' })
  await expectPage(page, 'This link cannot be used')
  await expect(page.getByText(STALE)).toBeVisible()
  await page.getByRole('link', { name: 'BACK TO LOGIN' }).click()
  await expectSignInPage(page)
})

test('recovery fails in words', async ({ visit, allow }) => {
  allow(/ERR_FAILED .*\/users\/password/)
  const page = await visit({ at: '/forgot-password' })
  await expect(page.getByRole('button', { name: 'SEND INSTRUCTIONS' })).toBeDisabled()
  await page.route('**/users/password', (route) => route.abort())
  await page.getByRole('textbox', { name: 'Email' }).fill('somebody@shop.example')
  await page.getByRole('button', { name: 'SEND INSTRUCTIONS' }).click()
  await expect(page.getByRole('alert')).toContainText('Error sending email.')
})

test('an unknown address gets the same answer and no mail', async ({ visit, server }) => {
  const page = await visit({ at: '/forgot-password?email=stranger@shop.example' })
  await page.getByRole('button', { name: 'SEND INSTRUCTIONS' }).click()
  await expect(page.getByText('Reset password email sent.')).toBeVisible()
  expect(await server.mailsTo('stranger@shop.example')).toEqual([])
})

test('a test account recovers in the test world, in any browser', async ({ visit, server }) => {
  const account = await server.account({ server: 'test' })
  const page = await visit()
  await page.getByText('Test data', { exact: true }).click()
  await expect(page.getByRole('complementary', { name: 'Test mode' })).toBeVisible()
  await page.goto(`/forgot-password?email=${account.email}`)
  await page.getByRole('button', { name: 'SEND INSTRUCTIONS' }).click()
  await expect(page.getByText('Reset password email sent.')).toBeVisible()
  await expect.poll(async () => linksIn(await server.mailsTo(account.email))).toHaveLength(1)
  const [link = ''] = linksIn(await server.mailsTo(account.email))

  // The mail is read on a device that has never seen Waybill.
  const other = await visit({ at: link })
  await other.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await other.getByLabel('Repeat password').fill(NEW_PASSWORD)
  await other.getByRole('button', { name: 'Set password and sign in' }).click()
  await expectPage(other, 'Shipments')
  await expect(other.getByRole('complementary', { name: 'Test mode' })).toBeVisible()
})

test('changes the password on its page and ends the other sessions', async ({
  visit,
  owner,
  server,
  allow,
}) => {
  allow(/status of 401 /, /status of 422 .*\/dashboard\/user\/password/)
  const device = await visit({ as: await server.api().signIn(owner), at: '/welcome' })
  await expectPage(device, /^Welcome/)

  const page = await visit({ as: owner, at: '/reset-password' })
  await expectPage(page, 'Reset Password')
  const current = page.getByLabel('Current password')
  const password = page.getByRole('textbox', { name: 'New password' })
  const repeat = page.getByLabel('Repeat password')
  const save = page.getByRole('button', { name: 'Save changes' })
  await save.click()
  await expect(current).toHaveAccessibleDescription(
    'Current password should be at least 8 characters',
  )
  await expect(password).toHaveAccessibleDescription(/New password should be at least 8 characters/)
  await expect(repeat).toHaveAccessibleDescription('Password and repeat password should match')

  await current.fill('not my password')
  await password.fill(NEW_PASSWORD)
  await repeat.fill(NEW_PASSWORD)
  await save.click()
  await expect(current).toHaveAccessibleDescription('is not your current password')
  await expect(current).toBeFocused()

  await current.fill(owner.password)
  await save.click()
  const done = page.getByRole('dialog', { name: 'Success' })
  await expect(done).toContainText('Your password is changed. Other sessions have ended.')
  await done.getByRole('button', { name: 'Close' }).last().click()
  await expect(current).toHaveValue('')

  await device
    .getByRole('main')
    .getByRole('link', { name: /Review signed-in devices/ })
    .click()
  await expectSignInPage(device)
  expect(await stored(device)).toBeNull()
  await signIn(device, owner.email, NEW_PASSWORD)
  await expectPage(device, 'Shipments')
})

test('changes the password in the modal of the sidebar', async ({ visit, owner }) => {
  const page = await visit({ as: owner, at: '/welcome' })
  await openGroup(page, 'Settings')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  const modal = page.getByRole('dialog', { name: 'Reset Password' })
  await expect(modal.getByLabel('Current password')).toBeFocused()
  await modal.getByRole('button', { name: 'Save changes' }).click()
  await expect(
    modal.getByText('Current password should be at least 8 characters', { exact: true }),
  ).toBeVisible()
  await expect(
    modal.getByText('New password should be at least 8 characters', { exact: true }),
  ).toBeVisible()
  await expect(modal.getByText('Password and repeat password should match')).toBeVisible()
  await modal.getByLabel('Current password').fill(owner.password)
  await modal.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await modal.getByLabel('Repeat password').fill(NEW_PASSWORD)
  await modal.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('dialog', { name: 'Success' })).toBeVisible()
  await expect(modal).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
