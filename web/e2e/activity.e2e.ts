// The activity log: what was done, filtered through the address bar.
import { expectPage, row } from './support/screen'
import { expect, test } from './support/test'

test('shows who did what, and its filters live in the address bar', async ({
  visit,
  owner,
  server,
}) => {
  const start = Date.now()
  const api = server.api(owner.key)
  const person = await api.addPerson('Gil Grant', ['scan_forms'])
  await api.toggleState(person)
  await api.addApiKey('Scanner')
  const page = await visit({ as: owner, at: null })
  // Nothing of this is of yesterday for the page, even when midnight passes meanwhile.
  await page.clock.setFixedTime(start)
  await page.goto('/activity')
  await expectPage(page, 'Activity')
  await expect(row(page, 'Added the user Gil Grant')).toContainText(owner.name)
  await expect(row(page, 'Added the user Gil Grant')).toContainText('127.0.0.1')
  for (const text of [/Scan forms.*Gil Grant|Gil Grant.*Scan forms/i, /Disabled.*Gil Grant/i]) {
    await expect(row(page, text)).toBeVisible()
  }
  await expect(row(page, 'Scanner')).toBeVisible()
  const all = await page.getByRole('row').count()

  const filters = page.getByRole('region', { name: 'Filters', exact: true })
  await filters.getByRole('button', { name: 'Action' }).click()
  await page.getByLabel('Find action').fill('user add')
  await page.getByRole('option', { name: 'User added' }).click()
  await expect(page).toHaveURL(/\/activity\?action=person\.created$/)
  await expect(page.getByRole('row')).toHaveCount(2)

  await filters.getByRole('button', { name: 'Date' }).click()
  await page.getByRole('dialog', { name: 'Date' }).getByText('Yesterday').click()
  await expect(page).toHaveURL(/date_from=\d{4}-\d\d-\d\d&date_to=/)
  await expect(page.getByText('There is no data to show here!')).toBeVisible()
  await expect(page.getByText('No entry matches these filters.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A filtered list can be sent to a colleague.
  const address = page.url()
  await page.goBack()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.goBack()
  await expect(page).toHaveURL(/\/activity$/)
  await expect(page.getByRole('row')).toHaveCount(all)
  await page.goto(address)
  await expect(filters.getByText('Action: User added')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter Date' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/activity$/)
})

test('pages through a long log, and remembers rows per page', async ({ visit, owner, server }) => {
  const api = server.api(owner.key)
  const person = await api.addPerson('Hal Hill')
  for (let times = 0; times < 12; times += 1) await api.togglePermission(person, 'scan_forms')
  const page = await visit({ as: owner, at: '/activity' })
  await page.getByLabel('Rows per page').selectOption('10')
  await expect(page.getByRole('row')).toHaveCount(11)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(/^11–\d+ of \d+$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^11–\d+ of \d+$/)).toBeVisible()
  await expect(page.getByLabel('Rows per page')).toHaveValue('10')
  await page.goBack()
  await expect(page.getByText(/^1–10 of \d+$/)).toBeVisible()
  // A page beyond the last is brought back to it.
  await page.goto('/activity?page=99')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('columns can be chosen, and the choice stays', async ({ visit, owner }) => {
  const page = await visit({ as: owner, at: '/activity' })
  await expect(page.getByRole('columnheader', { name: 'Code' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Code' }).click()
  await expect(page.getByRole('columnheader', { name: 'Code' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Code' })).toBeVisible()
  await expect(row(page, 'session.signed_in')).toBeVisible()
})
