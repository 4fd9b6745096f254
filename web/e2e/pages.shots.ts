// Pictures for people: `SCREENSHOTS=1 npm run e2e`. Every page in light, dark and on a phone goes to
// test-results/pages, to be looked at; the one for the README to docs/images.
import path from 'node:path'

import { PAGES } from './support/pages'
import { expectPage } from './support/screen'
import { test } from './support/test'

const FOLDER = process.env['SCREENSHOTS_FOLDER'] ?? 'test-results/pages'

const LOOKS = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
} as const

for (const [name, open] of Object.entries(PAGES)) {
  test(`pages: ${name}`, async ({ visit, owner, server, newServer, allow }) => {
    for (const [look, options] of Object.entries(LOOKS)) {
      if (look === 'dark') continue
      const page = await open({ visit, owner, server, newServer, allow }, options)
      await page.screenshot({ path: path.join(FOLDER, `${name} ${look}.png`) })
      if (look === 'phone') continue
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.screenshot({ path: path.join(FOLDER, `${name} dark.png`) })
    }
  })
}
