// The pages of uploads, bulk purchase and jobs, and how to get there.
import { type Open, opening, owners } from './opening'
import { expect } from './test'
import { ratedDraft, uploadAt } from './uploads'

/** The wizard at this status, with a good row and a bad one; nobody has money to buy with. */
function wizard(status: Parameters<typeof uploadAt>[1], ready: string): Open {
  return async ({ visit, owner, server }, look) => {
    const rows = [{ name: 'Bo Diaz' }, { name: 'No Place', street: '', zip: '' }]
    const id = await uploadAt(server.api(owner.key), status, ...rows)
    const page = await visit({ ...look, as: owner, at: `/shipment-upload/${id}` })
    await expect(page.getByRole('button', { name: ready })).toBeVisible()
    return page
  }
}

const uploads: Open = async ({ visit, owner, server }, look) => {
  await uploadAt(server.api(owner.key), 'rated', { name: 'Bo Diaz' })
  const page = await visit({ ...look, as: owner, at: '/shipment-uploads' })
  await expect(page.getByRole('link', { name: 'Rate Shop orders.csv' })).toBeVisible()
  return page
}

const job: Open = async ({ visit, owner, server }, look) => {
  await uploadAt(server.api(owner.key), 'purchased', { name: 'Bo Diaz' })
  const page = await visit({ ...look, as: owner, at: '/jobs' })
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('table', { name: 'Outcome per row' })).toBeVisible()
  return page
}

const buyLabels: Open = async ({ visit, owner, server }, look) => {
  await ratedDraft(server.api(owner.key), 'Bo Diaz')
  const page = await visit({ ...look, as: owner, at: '/shipments/buy-labels' })
  await expect(page.getByRole('checkbox', { name: 'Select Bo Diaz' })).toBeVisible()
  return page
}

const mappings = owners('/shipment-upload-mappings', 'Shipment Upload Mappings')

export const BULK_PAGES: Readonly<Record<string, Open>> = {
  'shipment uploads': uploads,
  'shipment uploads, none': owners('/shipment-uploads', 'Shipment Uploads'),
  'upload, mapping': wizard('initialized', 'Confirm Mapping'),
  'upload, import': wizard('mapped', 'Get Rates'),
  'upload, rates': wizard('rated', 'Purchase Labels'),
  'upload, labels': wizard('purchased', 'Retry failed'),
  'upload mappings': mappings,
  'new mapping': opening(mappings, 'New Mapping', 'New Mapping'),
  'buy labels': buyLabels,
  jobs: owners('/jobs', 'Jobs'),
  job,
}
