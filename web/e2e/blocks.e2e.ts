// Dialogs, forms, ordering and shortcuts in a real browser: focus, holding and dragging, the
// clipboard, and what axe says while something is open.
import { expect, type Page, test } from '@playwright/test'

import { expectNoAxeViolations } from './support/axe'
import { pressSequence } from './support/keys'
import { expectToast, keepToasts } from './support/toasts'

// Set by playwright.config.ts once the gallery is served.
const ORIGIN = process.env['GALLERY_URL'] ?? 'http://localhost:4173'
const GALLERY = `${ORIGIN}/_ui`

test.use({ trace: 'off' })

const ALL = 'dialogs,fields,full-form,blocks,jobs,reorder,commands'

/** Never the whole gallery: the tables have tests of their own, and axe reads every cell. */
async function openGallery(page: Page, sections = ALL) {
  await keepToasts(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${GALLERY}?only=${sections}`)
  await expect(page.getByRole('heading', { name: 'Building blocks' })).toBeVisible()
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

function dialog(page: Page, name: string) {
  return page.getByRole('dialog', { name })
}

/** Stops the page's clock: work that takes a while stays under way however slow the machine is. */
async function freeze(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** The closing transition is over. */
async function closeByEscape(page: Page) {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing, and nothing is too wide, ${scheme}, ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: 900 })
      await openGallery(page)
      await expectNoAxeViolations(page)
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(excess).toBe(0)
    })
  }

  test(`axe finds nothing in open dialogs, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await openGallery(page, 'dialogs,commands')
    const openers: [opener: string, opened: string][] = [
      ['Confirm danger', 'Delete shipment'],
      ['Failure with details', 'Failure'],
      ['Success', 'Success'],
      ['Keyboard shortcuts', 'Keyboard shortcuts'],
      ['Search commands', 'Command palette'],
    ]
    for (const [opener, opened] of openers) {
      await page.getByRole('button', { name: opener }).first().click()
      await expect(dialog(page, opened)).toBeVisible()
      await expectNoAxeViolations(page)
      await closeByEscape(page)
    }
    await button(page, 'Nested modals').click()
    await button(page, 'Open another').click()
    await expect(dialog(page, 'Modal 2')).toBeVisible()
    await expectNoAxeViolations(page)
  })

  test(`axe finds nothing while busy and after a refused save, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await openGallery(page, 'dialogs,fields')
    await freeze(page)
    await button(page, 'Busy with progress').click()
    await page.clock.runFor(600)
    await expect(page.getByText('20 of 300')).toBeVisible()
    await page.clock.resume()
    await expectNoAxeViolations(page)
    await page.reload()
    const form = page.getByRole('form', { name: 'Refused by the server' })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('textbox', { name: 'ZIP' })).toBeFocused()
    await expect(form.getByRole('alert')).toContainText('The account has no payment method.')
    await button(page, 'Create New API Key').click()
    await expect(dialog(page, 'Add API Key')).toBeVisible()
    await expectNoAxeViolations(page)
  })
}

test('Escape closes the top modal only, and the focus goes back step by step', async ({ page }) => {
  await openGallery(page)
  await button(page, 'Nested modals').click()
  await button(page, 'Open another').click()
  await expect(dialog(page, 'Modal 2')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Modal 2')).toHaveCount(0)
  await expect(dialog(page, 'Modal 1')).toBeVisible()
  await expect(button(page, 'Open another')).toBeFocused()
  await closeByEscape(page)
  await expect(button(page, 'Nested modals')).toBeFocused()
})

test('Cancel aborts what is running', async ({ page }) => {
  await openGallery(page)
  await freeze(page)
  await button(page, 'Busy').click()
  await page.clock.runFor(500)
  await expect(dialog(page, 'Compiling 12 label(s)...')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Compiling 12 label(s)...')).toBeVisible()
  await button(page, 'Cancel').click()
  await page.clock.runFor(500)
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(button(page, 'Busy')).toBeFocused()
})

test('a copy is in the clipboard, and its toast goes after 750 ms', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openGallery(page)
  await freeze(page)
  await button(page, 'Copy API key').click()
  const toast = page.getByText('Api Key copied into your clipboard!')
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(toast).toBeVisible({ timeout: 100 })
  }).toPass()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('wb_live_4f1c')
  await page.clock.runFor(600)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(toast).toHaveCount(0)
})

test('unsaved changes stop the tab from closing', async ({ page }) => {
  await openGallery(page)
  const form = page.getByRole('form', { name: 'Addresses' })
  await form.getByRole('textbox', { name: 'Company' }).first().fill('Wright & Co')
  await expect(form.getByText('Unsaved changes')).toBeVisible()
  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await closing
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(form.getByText('Unsaved changes')).toHaveCount(0)
})

test('a focused field never hides behind the save bar', async ({ page }) => {
  await openGallery(page)
  const form = page.getByRole('form', { name: 'Addresses' })
  await form.getByRole('textbox', { name: 'Name' }).first().focus()
  const save = form.getByRole('button', { name: 'Save Changes' })
  for (let step = 0; step < 14; step += 1) {
    await page.keyboard.press('Tab')
    const field = await page.locator(':focus').boundingBox()
    const bar = await save.boundingBox()
    const onBar = await save.evaluate((node) => node === document.activeElement)
    if (onBar || !field || !bar) break
    expect(field.y + field.height).toBeLessThanOrEqual(bar.y)
  }
})

function rules(page: Page) {
  return page.getByRole('list', { name: 'Rules' }).getByRole('listitem')
}

async function names(page: Page) {
  return page
    .getByRole('list', { name: 'Rules' })
    .getByText(/^(Heavy|Calif|Lett|Add)/)
    .allTextContents()
}

test.describe('ordering', () => {
  test('by pointer: nothing moves before the handle was held for 100 ms', async ({ page }) => {
    await openGallery(page)
    const list = rules(page)
    await list.first().scrollIntoViewIfNeeded()
    // Real time flakes on a busy machine; the page's clock stands still instead.
    await freeze(page)
    const handle = button(page, 'Move Heavy parcels')
    const target = await list.nth(2).boundingBox()
    if (!target) throw new Error('the third rule is not on the page')
    await handle.hover()
    await page.mouse.down()
    await page.clock.runFor(99)
    await expect(list.first()).not.toHaveAttribute('data-dragging')
    await page.clock.runFor(1)
    await expect(list.first()).toHaveAttribute('data-dragging')
    await page.mouse.move(target.x + 14, target.y + target.height / 2, { steps: 5 })
    await page.clock.runFor(300)
    await page.mouse.up()
    await page.clock.runFor(300)
    await expect
      .poll(() => names(page))
      .toEqual(['California', 'Letters', 'Heavy parcels', 'Add packaging'])
  })

  test('by keyboard, announced by name', async ({ page }) => {
    await openGallery(page)
    await button(page, 'Move Letters').focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('Picked up Letters, position 3 of 4.')).toBeAttached()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Letters is now at position 2 of 4.')).toBeAttached()
    await page.keyboard.press('Space')
    await expect
      .poll(() => names(page))
      .toEqual(['Heavy parcels', 'Letters', 'California', 'Add packaging'])
    await expect(button(page, 'Move Letters')).toBeFocused()
  })
})

test('keys work alone and in sequence, and open the palette and the help', async ({ page }) => {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await openGallery(page)
  await pressSequence(page, 'g s', page.getByText('Would go to Shipments'))
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused()
  await page.keyboard.type('balance')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Would go to Balance')
  await page.keyboard.press('?')
  await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible()
  // Among them: what the content security policy refuses.
  expect(faults).toEqual([])
})
