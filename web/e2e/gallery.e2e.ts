// The building blocks in a real browser: what unit tests cannot see (focus, scrolling, the mask's
// caret, the theme before paint, the content security policy).
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

import { expectNoAxeViolations } from './support/axe'

// Set by playwright.config.ts once the gallery is served.
const ORIGIN = process.env['GALLERY_URL'] ?? 'http://localhost:4173'
const GALLERY = `${ORIGIN}/_ui`

// The page is large; recording it all the time would cost more than the tests.
test.use({ trace: 'off' })

/** Opens it with ten rows a page: axe looks at every cell. */
async function openGallery(page: Page) {
  await page.addInitScript(() => {
    if (!localStorage.getItem('dashboard')) localStorage.setItem('dashboard', '{"per":10}')
  })
  await page.goto(GALLERY)
  await expect(page.getByRole('heading', { name: 'Building blocks' })).toBeVisible()
  await expect(list(page).getByRole('row')).not.toHaveCount(1)
}

function list(page: Page) {
  return page.getByRole('table', { name: 'Sample shipments' })
}

/** Only what has just opened: the page around it is large and was looked at before. */
async function expectNoViolationsIn(page: Page, selector: string) {
  // Landmarks are a matter of the whole page.
  const axe = new AxeBuilder({ page }).include(selector).disableRules('region')
  const { violations } = await axe.analyze()
  expect(violations).toEqual([])
}

for (const { scheme, width } of [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 390 },
] as const) {
  test(`fits the page and axe finds nothing, ${scheme}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 900 })
    await openGallery(page)
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(excess).toBe(0)
    await expectNoAxeViolations(page)
  })
}

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in open pickers and menus, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await openGallery(page)
    const filters = page.getByRole('region', { name: 'Filters', exact: true })
    await filters.getByRole('button', { name: 'Date' }).click()
    const picker = page.getByRole('dialog', { name: 'Date' })
    await expect(picker.getByText('Previous Month')).toBeVisible()
    await expectNoViolationsIn(page, '[role="dialog"]')
    await page.keyboard.press('Escape')
    await expect(picker).toHaveCount(0)
    await filters.getByRole('button', { name: 'Status' }).click()
    await expect(page.getByRole('option', { name: 'Delivered' })).toBeVisible()
    await expectNoViolationsIn(page, '[aria-label="Filters"]')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Choose columns' }).click()
    await expect(page.getByRole('menuitemcheckbox', { name: 'Source' })).toBeVisible()
    await expectNoViolationsIn(page, '[role="menu"]')
  })
}

test('keeps to the content security policy and to its own host', async ({ page }) => {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(`${ORIGIN}/`)) faults.push(request.url())
  })
  await openGallery(page)
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'City' })).toBeVisible()
  expect(faults).toEqual([])
})

test('has the chosen theme before the app runs, and changes it without a reload', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await openGallery(page)
  const html = page.locator('html')
  await page.evaluate(() => document.documentElement.setAttribute('data-seen', ''))
  await page.getByText('Dark', { exact: true }).click()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(html).toHaveAttribute('data-seen')

  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('heading')).toHaveCount(0)
})

test('another tab follows the theme', async ({ page, context }) => {
  await openGallery(page)
  const other = await context.newPage()
  await openGallery(other)
  await page.getByText('Dark', { exact: true }).click()
  await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('hands over ids, or the query when everything matching is selected', async ({ page }) => {
  await openGallery(page)
  const log = page.getByRole('log', { name: 'Last action' })
  const bar = page.getByRole('group', { name: 'Actions on the selection' })
  await list(page).getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await bar.getByRole('button', { name: 'Print' }).click()
  await expect(log).toHaveText('Print 10 by id')
  await bar.getByRole('button', { name: 'Select all 1,234 matching' }).click()
  await bar.getByRole('button', { name: 'Refund' }).click()
  await expect(log).toHaveText(/^Refund 1234 by query \{"source":"all"\}$/)
})

test('keeps filters, sort and page in the address bar, and Back works', async ({ page }) => {
  await openGallery(page)
  const filters = page.getByRole('region', { name: 'Filters', exact: true })
  await filters.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Delivered' }).click()
  await expect(page).toHaveURL(/\?status=Delivered$/)
  await list(page).getByRole('button', { name: 'Price' }).click()
  await expect(page).toHaveURL(/sort=-price/)
  await page.getByRole('button', { name: 'Page 2', exact: true }).first().click()
  await expect(page).toHaveURL(/page=2/)
  await page.goBack()
  await expect(page).not.toHaveURL(/page=2/)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(GALLERY)
  await expect(filters.getByRole('button', { name: 'Status', exact: true })).toBeVisible()
})

test('moves through 200 rows by keyboard and keeps the focus', async ({ page }) => {
  await openGallery(page)
  const table = page.getByRole('table', { name: 'Two hundred shipments' })
  await table.locator('tbody tr[data-index="0"]').focus()
  await page.keyboard.press('End')
  await expect(table.locator('tr[data-index="199"]')).toBeFocused()
  await expect(table.locator('tr[data-index="199"]')).toBeInViewport()
  await page.keyboard.press('Space')
  await page.keyboard.press('k')
  await expect(table.locator('tr[data-index="198"]')).toBeFocused()
  await expect(table.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await page.keyboard.press('Home')
  await expect(table.locator('tr[data-index="0"]')).toBeFocused()
  expect(await table.locator('tbody tr[data-index]').count()).toBeLessThan(60)
})

test('types dates under the mask and reverts what is none', async ({ page }) => {
  await openGallery(page)
  const field = page.getByRole('textbox', { name: 'Date', exact: true })
  await field.fill('')
  await field.pressSequentially('03152026')
  await expect(field).toHaveValue('03/15/2026')
  await field.press('Enter')
  await field.fill('')
  await field.pressSequentially('02302026')
  await field.blur()
  await expect(field).toHaveValue('03/15/2026')
})
