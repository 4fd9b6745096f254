// Pictures for people, not tests: `SCREENSHOTS=1 npm run e2e`. Every page in light, dark and on a
// phone goes to test-results/pages, to be looked at; the one of the README to docs/images.
import path from 'node:path'

import { PAGES } from './support/pages'
import { expectPage } from './support/screen'
import { test } from './support/test'

const FOLDER = process.env['SCREENSHOTS_FOLDER'] ?? 'test-results/pages'
const README = '../docs/images/welcome.png'

const WIDE = { width: 1440, height: 900 }

const LOOKS = {
  light: { viewport: WIDE, colorScheme: 'light' },
  dark: { viewport: WIDE, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
} as const

for (const [name, open] of Object.entries(PAGES)) {
  for (const [look, options] of Object.entries(LOOKS)) {
    test(`${name}, ${look}`, async ({ visit, owner, server, newServer, allow }) => {
      const page = await open({ visit, owner, server, newServer, allow }, options)
      await page.screenshot({ path: path.join(FOLDER, `${name} ${look}.png`) })
    })
  }
}

test('the picture of the README', async ({ visit, newServer }) => {
  const server = await newServer()
  const [, email = '', password = ''] =
    /sign in with (\S+) and the password (\S+)/.exec(await server.waybill('demo')) ?? []
  const key = await server.api().signIn({ email, password })
  const page = await visit({ server, as: key, at: '/permissions', viewport: WIDE })
  await expectPage(page, 'Permissions')
  await page.getByRole('row', { name: /Maya Torres/ }).waitFor()
  await page.screenshot({ path: README })
})
