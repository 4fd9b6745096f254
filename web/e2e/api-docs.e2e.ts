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
  // Of so many operations only those in sight are drawn.
  const seen = new Set<string>()
  const look = async () => {
    const shown = await page.locator('.opblock-summary-control').allTextContents()
    for (const operation of shown) seen.add(operation)
    await page.mouse.wheel(0, 600)
    return seen.size
  }
  await page.mouse.move(200, 300)
  await expect.poll(look, { intervals: [200] }).toBe(operations)

  const signIn = page.locator('.opblock', { hasText: /sign_in/ })
  const back = async () => {
    await page.mouse.wheel(0, -500)
    return signIn.count()
  }
  await expect.poll(back, { intervals: [200] }).toBe(1)
  await signIn.getByRole('button', { name: /^POST/ }).click()
  await expect(page.getByRole('button', { name: 'Try it out' })).toBeVisible()
})
