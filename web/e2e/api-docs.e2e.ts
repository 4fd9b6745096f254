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
  await expect(page.locator('.opblock')).toHaveCount(operations)
  await page
    .getByRole('button', { name: /POST ​?\/users\/sign_in|POST.*sign_in/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Try it out' }).first()).toBeVisible()
})
