// The Permissions screen, and what its changes mean for the sub-user on the other side.
import { type Api, PERMISSIONS } from './support/api'
import { expectPage, expectSignInPage, menu, openGroup, row, signIn } from './support/screen'
import { expect, test } from './support/test'
import { expectToast } from './support/toasts'

const LABELS = [
  'Billing settings',
  'Billing reporting',
  'Shipment reporting',
  'API keys',
  'Add locations',
  'Scan forms',
]

/** The screen changes before the server has answered: what others may do is the server's to say. */
async function expectSaved(api: Api, person: Record<string, unknown>): Promise<void> {
  await expect
    .poll(async () => (await api.call('GET', '/dashboard/persons')).body['items'])
    .toMatchObject([person])
}

test('adds a user, after saying what is wrong beside each field', async ({
  visit,
  owner,
  allow,
}) => {
  allow(/status of 422 .*\/dashboard\/persons/)
  const page = await visit({ as: owner, at: '/permissions' })
  await expect(page.getByText('There is no data to show here!')).toBeVisible()
  await page.getByRole('button', { name: 'Add User' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add User' })
  const name = form.getByRole('textbox', { name: 'Name' })
  const email = form.getByRole('textbox', { name: 'Email' })
  const password = form.getByLabel('Password', { exact: false }).first()
  const add = form.getByRole('button', { name: 'Add User' })
  await expect(name).toBeFocused()
  await add.click()
  await expect(name).toHaveAccessibleDescription("can't be blank")
  await expect(email).toHaveAccessibleDescription("can't be blank")
  await expect(password).toHaveAccessibleDescription(/should be at least 8 characters/)

  // An address that is taken is the server's to know.
  await name.fill('Ann Lee')
  await email.fill(owner.email)
  await password.fill('battery staple')
  await add.click()
  await expect(email).toHaveAccessibleDescription('is taken already')
  await expect(email).toBeFocused()

  const address = `ann.${Date.now()}@shop.example`
  await email.fill(address)
  await add.click()
  await expect(form).toHaveCount(0)
  await expect(row(page, 'Ann Lee')).toContainText(address)
  await expect(row(page, 'Ann Lee').getByRole('checkbox', { checked: true })).toHaveCount(0)

  const other = await visit()
  await signIn(other, address, 'battery staple')
  await expectPage(other, 'Welcome, Ann Lee')
})

test('typed text is not lost by a stray Escape', async ({ visit, owner }) => {
  const page = await visit({ as: owner, at: '/permissions' })
  await page.getByRole('button', { name: 'Add User' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add User' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Half')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Half')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('toggles each permission, and it stays', async ({ visit, owner, server }) => {
  const api = server.api(owner.key)
  await api.addPerson('Bo Brown', ['scan_forms'])
  const page = await visit({ as: owner, at: '/permissions' })
  const box = (label: string) => page.getByRole('checkbox', { name: `${label} for Bo Brown` })
  const saved = (permissions: Record<string, boolean>) => expectSaved(api, { permissions })
  await expect(row(page, 'Bo Brown').getByRole('checkbox')).toHaveCount(PERMISSIONS.length)
  await saved({ scan_forms: true, api_keys: false })

  for (const label of LABELS) await box(label).click()
  const all = Object.fromEntries(PERMISSIONS.map((name) => [name, name !== 'scan_forms']))
  await saved(all)
  await page.reload()
  for (const label of LABELS) {
    await expect(box(label)).toBeChecked({ checked: label !== 'Scan forms' })
  }

  // Two quick clicks are two changes.
  await box('API keys').dblclick()
  await box('Add locations').click()
  await saved({ ...all, add_locations: false })
  await expect(box('API keys')).toBeChecked()
  await expect(box('Add locations')).not.toBeChecked()
})

test('disabling locks the row and the user out, enabling opens both', async ({
  visit,
  owner,
  server,
  allow,
}) => {
  allow(/status of (?:401|403) /)
  const api = server.api(owner.key)
  const person = await api.addPerson('Cy Clark', ['api_keys'])
  const theirs = await visit({ as: await server.api().signIn(person), at: '/welcome' })
  await expectPage(theirs, 'Welcome, Cy Clark')

  const page = await visit({ as: owner, at: '/permissions' })
  await page.getByRole('button', { name: 'Disable Cy Clark' }).click()
  await expect(row(page, 'Cy Clark')).toContainText('Disabled')
  for (const box of await row(page, 'Cy Clark').getByRole('checkbox').all()) {
    await expect(box).toBeDisabled()
  }
  await expectSaved(api, { enabled: false })
  await theirs
    .getByRole('main')
    .getByRole('link', { name: /Create an API key/ })
    .click()
  await expectSignInPage(theirs)
  await signIn(theirs, person.email, person.password)
  await expect(theirs.getByRole('alert')).toContainText('This user is disabled.')

  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'API keys for Cy Clark' })).toBeDisabled()
  await page.getByRole('button', { name: 'Enable Cy Clark' }).click()
  await expect(row(page, 'Cy Clark')).not.toContainText('Disabled')
  await expect(page.getByRole('checkbox', { name: 'API keys for Cy Clark' })).toBeEnabled()
  await expectSaved(api, { enabled: true })
  await theirs.getByRole('button', { name: 'Sign in' }).click()
  await expectPage(theirs, 'Welcome, Cy Clark')
})

test('a permission taken away is gone on the next action', async ({
  visit,
  owner,
  server,
  allow,
}) => {
  allow(/status of 403 /)
  const person = await server.api(owner.key).addPerson('Di Dale', ['api_keys'])
  const theirs = await visit({ as: await server.api().signIn(person), at: '/sessions' })
  await openGroup(theirs, 'Developers')
  await expect(menu(theirs).getByRole('link', { name: 'API Key' })).toBeVisible()

  const page = await visit({ as: owner, at: '/permissions' })
  await page.getByRole('checkbox', { name: 'API keys for Di Dale' }).uncheck()
  await expectSaved(server.api(owner.key), { permissions: { api_keys: false } })

  await menu(theirs).getByRole('link', { name: 'API Key' }).click()
  await expectPage(theirs, 'Access denied')
  await expect(menu(theirs).getByRole('button', { name: 'Developers' })).toHaveCount(0)
})

test('deletes after asking', async ({ visit, owner, server, allow }) => {
  allow(/status of 401 /)
  const person = await server.api(owner.key).addPerson('Ed Earl')
  const theirs = await visit({ as: await server.api().signIn(person), at: '/welcome' })
  await expectPage(theirs, 'Welcome, Ed Earl')

  const page = await visit({ as: owner, at: '/permissions' })
  const question = page.getByRole('dialog', { name: 'Delete user' })
  await page.getByRole('button', { name: 'Delete Ed Earl' }).click()
  await expect(question).toContainText(`Are you sure you want to delete Ed Earl (${person.email})?`)
  // The focus is on Cancel: Enter does no harm.
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(row(page, 'Ed Earl')).toBeVisible()

  await page.getByRole('button', { name: 'Delete Ed Earl' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Ed Earl was deleted')
  await expect(row(page, 'Ed Earl')).toHaveCount(0)

  await theirs
    .getByRole('main')
    .getByRole('link', { name: /Review signed-in devices/ })
    .click()
  await expectSignInPage(theirs)
  await signIn(theirs, person.email, person.password)
  await expect(theirs.getByRole('alert')).toContainText('Invalid email or password.')
})
