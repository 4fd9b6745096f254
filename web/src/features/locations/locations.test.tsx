import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { Warehouse } from '@/api/warehouses'
import { failed, listOf, NO_PERMISSIONS, owner, signedInAs, subUser } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

withMockServer()

const dock: Warehouse = {
  id: 'loc_1',
  public_id: 'loc_1',
  name: 'Main dock',
  company: 'Acme',
  street1: '1 Main St',
  street2: '',
  city: 'Reno',
  state: 'NV',
  zip: '89501',
  country: 'US',
  phone: '',
  starred: true,
  last_used: null,
  full_address: '1 Main St, Reno, NV, 89501',
}

let places: Warehouse[] = []
let asked: URLSearchParams[] = []
const sent = vi.fn<(method: string, body: unknown) => void>()

beforeEach(() => {
  places = [dock]
  asked = []
  sent.mockReset()
  signedInAs(owner)
  const keep = async ({ request }: { request: Request }) => {
    sent(request.method, await request.json())
    return HttpResponse.json({ success: true, address: dock })
  }
  mockServer.use(
    http.get('*/dashboard/user/addresses', ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json(listOf(places))
    }),
    http.post('*/dashboard/user/addresses', keep),
    http.patch('*/dashboard/user/addresses/loc_1', keep),
    http.delete('*/dashboard/user/addresses/loc_1', () => {
      places = []
      return HttpResponse.json({ success: true, message: 'Deleted' })
    }),
    http.get('*/dashboard/addresses/autocomplete', () => HttpResponse.json(listOf([]))),
  )
})

async function open(path = '/locations') {
  const app = renderApp(path)
  await screen.findByText('1 Main St, Reno, NV, 89501')
  return app
}

async function openForm(button: string, title: string) {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: button }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: title })) }
}

describe('the Locations screen', () => {
  it('lists warehouses page by page, starred ones with a star', async () => {
    await open('/locations?page=1')
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ page: '1', per: '50' })
    expect(screen.getByRole('img', { name: 'Starred' })).toBeInTheDocument()
    expect(screen.getByText('Main dock')).toBeVisible()
    expect(screen.getByText('Never')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Rows per page' })).toBeVisible()
  })

  it('is open to sub-users with add_locations only', async () => {
    signedInAs(subUser)
    const { unmount } = renderApp('/locations')
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
    unmount()
    const permissions = { ...NO_PERMISSIONS, add_locations: true }
    signedInAs({ ...subUser, person: subUser.person && { ...subUser.person, permissions } })
    await open()
    expect(screen.getByRole('button', { name: 'Add New Warehouse' })).toBeVisible()
  })

  it('adds one, with the objections of the server beside their fields', async () => {
    mockServer.use(
      http.post(
        '*/dashboard/user/addresses',
        () =>
          failed(422, {
            message: 'Please check the fields',
            errors: { 'address.zip': ['must be given'], 'address.street1': ['is unknown'] },
          }),
        { once: true },
      ),
    )
    const { user, dialog } = await openForm('Add New Warehouse', 'Add New Warehouse')
    await user.type(dialog.getByLabelText(/^Name/), 'North')
    await user.type(dialog.getByRole('combobox', { name: 'Street' }), '2 Elm St')
    await user.type(dialog.getByLabelText(/^City/), 'Reno')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await dialog.findByText("can't be blank")).toBeVisible()
    expect(dialog.getByText('is unknown')).toBeVisible()
    await user.type(dialog.getByLabelText(/^ZIP/), '89501')
    await user.click(dialog.getByLabelText('Starred'))
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith('POST', {
        address: expect.objectContaining({
          name: 'North',
          street1: '2 Elm St',
          zip: '89501',
          country: 'US',
          starred: true,
        }),
      }),
    )
  })

  it('has a list of states for the US and free text elsewhere', async () => {
    const { user, dialog } = await openForm('Add New Warehouse', 'Add New Warehouse')
    expect(dialog.getByRole('combobox', { name: 'State' })).toBeVisible()
    const country = dialog.getByRole('combobox', { name: 'Country' })
    await user.clear(country)
    await user.type(country, 'Canad')
    await user.click(await screen.findByRole('option', { name: 'Canada' }))
    const province = await dialog.findByRole('textbox', { name: 'State or province' })
    expect(province).toHaveValue('')
    await user.type(province, 'Ontario')
    expect(province).toHaveValue('Ontario')
  })

  it('edits one from its own values', async () => {
    const { user, dialog } = await openForm('Edit Main dock', 'Edit Warehouse')
    expect(dialog.getByLabelText(/^ZIP/)).toHaveValue('89501')
    await user.click(dialog.getByLabelText('Starred'))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith('PATCH', {
        address: expect.objectContaining({ name: 'Main dock', starred: false }),
      }),
    )
  })

  it('deletes one only after a yes', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Delete Main dock' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(places).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Delete Main dock' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('There is no data to show here!')).toBeVisible()
  })
})
