// The API documentation that the binary serves, without help from any other host (the fixture
// watches every request).
import { expect, test } from './support/test'

test('shows every operation of openapi.json', async ({ visit, server }) => {
  const response = await fetch(`${server.url}/openapi.json`)
  const { paths }: { paths: Record<string, Record<string, unknown>> } = await response.json()
  const operations = Object.values(paths).flatMap((methods) => Object.keys(methods)).length
  expect(operations).toBeGreaterThan(20)

  const page = await visit({ at: '/api-docs/' })
  await expect(page.getByRole('heading', { name: /Waybill/ })).toBeVisible()
  // Of so many operations only those in sight are drawn, and a slow machine draws not all of them in
  // time: after the last it begins again.
  const scroll = () =>
    page.evaluate(() => {
      const { scrollHeight } = document.documentElement
      const atEnd = window.scrollY + window.innerHeight >= scrollHeight - 1
      window.scrollTo(0, atEnd ? 0 : window.scrollY + 600)
    })
  const seen = new Set<string>()
  const look = async () => {
    const shown = await page.locator('.opblock-summary-control').allTextContents()
    for (const operation of shown) seen.add(operation)
    await scroll()
    return seen.size
  }
  await expect.poll(look, { intervals: [200], timeout: 300_000 }).toBe(operations)

  const signIn = page.locator('.opblock', { hasText: /sign_in/ })
  await expect(async () => {
    if ((await signIn.count()) === 0) await scroll()
    await signIn.scrollIntoViewIfNeeded({ timeout: 1_000 })
  }).toPass({ intervals: [200], timeout: 300_000 })
  await signIn.getByRole('button', { name: /^POST/ }).click()
  await expect(page.getByRole('button', { name: 'Try it out' })).toBeVisible()
})
