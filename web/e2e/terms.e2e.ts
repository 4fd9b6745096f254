// Terms to accept stand before everything; the documents can always be read.
import { expectPage, expectSignInPage, stored } from './support/screen'
import { expect, test } from './support/test'

test('terms block the app until they are accepted', async ({ visit, server }) => {
  const account = await server.account({ askTerms: true })
  const key = await server.api().signIn(account)
  const page = await visit({ as: key, at: '/permissions' })
  const gate = page.getByRole('dialog', { name: 'Terms & Conditions' })
  await expect(gate).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(gate).toBeVisible()
  expect((await server.api(key).call('GET', '/dashboard/persons')).status).toBe(403)

  const accept = gate.getByRole('button', { name: 'Accept' })
  await expect(accept).toBeDisabled()
  await gate.getByRole('checkbox').check()
  await expect(accept).toBeEnabled()
  await gate.getByRole('checkbox').uncheck()
  await expect(accept).toBeDisabled()
  await gate.getByRole('checkbox').check()
  await accept.click()
  await expectPage(page, 'Permissions')
  await page.reload()
  await expectPage(page, 'Permissions')
})

test('who denies the terms is signed out', async ({ visit, server }) => {
  const account = await server.account({ askTerms: true })
  const key = await server.api().signIn(account)
  const page = await visit({ as: key, at: '/welcome', stored: { per: 25 } })
  await page.getByRole('button', { name: 'Deny' }).click()
  await expectSignInPage(page)
  expect(await stored(page)).toBeNull()
  await page.goto('/welcome')
  await expectSignInPage(page)
})

test('both documents can be read, signed in or not', async ({ visit, owner }) => {
  for (const as of [undefined, owner.key]) {
    const page = await visit(as ? { as, at: '/welcome' } : {})
    for (const name of ['Terms & Conditions', 'Privacy Policy']) {
      const link = page.getByRole('button', { name })
      await link.click()
      const text = page.getByRole('dialog', { name })
      await expect(text.getByRole('paragraph').first()).toBeVisible()
      await text.getByRole('button', { name: 'Close' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(link).toBeFocused()
    }
    // The year is that of the viewer's time zone.
    const year = await page.evaluate(() => new Date().getFullYear())
    await expect(page.getByText(`© ${year} Waybill`)).toBeVisible()
  }
})
