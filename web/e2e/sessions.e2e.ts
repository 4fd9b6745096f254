// Signed-in devices: seen, ended one by one, or all others at once.
import { expectPage, expectSignInPage, row } from './support/screen'
import { expect, test } from './support/test'
import { expectToast } from './support/toasts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

test('lists devices and ends one', async ({ visit, owner, server, allow }) => {
  allow(/status of 401 /)
  const person = await server.api(owner.key).addPerson('Fay Field')
  const theirs = await visit({ as: await server.api().signIn(person), at: '/sessions' })
  await expectPage(theirs, 'Sessions')
  // A sub-user sees only the own one.
  await expect(theirs.getByRole('row')).toHaveCount(2)
  await expect(theirs.getByRole('columnheader', { name: 'User' })).toHaveCount(0)

  const page = await visit({ as: owner, at: '/sessions' })
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(row(page, 'This device')).toContainText(owner.name)
  await expect(row(page, 'Fay Field')).toContainText('127.0.0.1')
  await row(page, 'Fay Field').getByRole('button', { name: 'End the session' }).click()
  await expectToast(page, 'The session has ended.')
  await expect(row(page, 'Fay Field')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sign out other devices' })).toBeDisabled()

  await theirs.getByRole('link', { name: 'Waybill, start page' }).click()
  await theirs.reload()
  await expectSignInPage(theirs)
})

test('signs out all other devices after asking', async ({ visit, owner, allow }) => {
  allow(/status of 401 /)
  const other = await visit({ userAgent: FIREFOX })
  await other.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await other.getByLabel('Password', { exact: true }).fill(owner.password)
  await other.keyboard.press('Enter')
  await expectPage(other, 'Shipments')

  const page = await visit({ as: owner, at: '/sessions' })
  await expect(row(page, 'Firefox on Linux')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out other devices' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out other devices' })
  await question.getByRole('button', { name: 'Sign out other devices' }).click()
  await expectToast(page, 'One other session has ended.')
  await expect(row(page, 'Firefox on Linux')).toHaveCount(0)
  await expect(row(page, 'This device')).toBeVisible()

  await other.getByRole('link', { name: 'Shipment Drafts' }).click()
  await expectSignInPage(other)
})

test('a list that cannot be loaded says so and can be tried again', async ({
  visit,
  owner,
  allow,
}) => {
  allow(/ERR_FAILED .*\/dashboard\/sessions/)
  const page = await visit({ as: owner, at: '/welcome' })
  await page.route(/\/dashboard\/sessions/, (route) => route.abort())
  await page
    .getByRole('main')
    .getByRole('link', { name: /Review signed-in devices/ })
    .click()
  await expect(page.getByRole('main').getByText('Something went wrong')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'This device')).toBeVisible()
})
