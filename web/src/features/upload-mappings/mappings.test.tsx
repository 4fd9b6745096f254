import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { UploadMapping } from '@/api/mappings'
import { failed, listOf, NO_PERMISSIONS, owner, signedInAs, subUser } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { mapping } from '@/testing/uploads'

import { doubled, toWire } from './dictionary'

withMockServer()
beforeEach(() => signedInAs(owner))

function keepMappings(...start: UploadMapping[]) {
  const sent: { method: string; body: unknown }[] = []
  const kept = { mappings: start, sent }
  const save = async (request: Request) => {
    kept.sent.push({ method: request.method, body: await request.json() })
    return HttpResponse.json({ success: true })
  }
  mockServer.use(
    http.get('*/dashboard/shipment_upload_mappings', () =>
      HttpResponse.json(listOf(kept.mappings)),
    ),
    http.post('*/dashboard/shipment_upload_mappings', ({ request }) => save(request)),
    http.patch('*/dashboard/shipment_upload_mappings/:id', ({ request }) => save(request)),
    http.delete('*/dashboard/shipment_upload_mappings/:id', ({ params }) => {
      kept.mappings = kept.mappings.filter(({ id }) => id !== params['id'])
      return HttpResponse.json({ success: true })
    }),
  )
  return kept
}

const open = () => renderApp('/shipment-upload-mappings')
const editor = async (name: string) => within(await screen.findByRole('dialog', { name }))
const press = async (user: ReturnType<typeof open>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }))

describe('the lines of a mapping', () => {
  it('without a header are not sent', () => {
    const lines = [
      { header: ' Zip ', target: 'to_address.zip' },
      { header: '', target: 'omit' },
    ]
    expect(toWire({ name: ' Shop ', lines })).toEqual({
      name: 'Shop',
      dictionary: { Zip: 'to_address.zip' },
    })
  })

  it('must not repeat a header', () => {
    const line = (header: string) => ({ header, target: 'omit' })
    expect(doubled([line('Zip'), line('City'), line(' zip'), line(''), line('')])).toEqual([2])
  })
})

describe('the mappings list', () => {
  it('keeps default ones fixed', async () => {
    keepMappings(mapping(), mapping({ id: 'map_2', name: 'ShipStation', default: true }))
    const { user } = open()
    expect(await screen.findByRole('button', { name: 'Edit Shop export' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Delete Shop export' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Edit ShipStation' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete ShipStation' })).toBeNull()
    await press(user, 'View ShipStation')
    const shown = await editor('ShipStation')
    expect(shown.getByText('Default mappings cannot be edited.')).toBeVisible()
    expect(shown.getByText('Postcode')).toBeVisible()
    expect(shown.queryByRole('textbox')).toBeNull()
  })

  it('shows an empty name for one that was never named', async () => {
    keepMappings(mapping({ name: 'New Mapping' }))
    const { user } = open()
    await press(user, 'Edit unnamed mapping')
    const form = await editor('Edit Mapping')
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('')
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    const table = within(screen.getByRole('table', { name: 'Shipment upload mappings' }))
    expect(table.queryByText('New Mapping')).toBeNull()
  })

  it('downloads a template', async () => {
    keepMappings(mapping())
    mockServer.use(
      http.get('*/dashboard/shipment_upload_mappings/map_1/template', () =>
        HttpResponse.json({ success: true, url: '/dashboard/files/fil_3?ticket=t' }),
      ),
    )
    const clicked = vi
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(() => undefined)
    const { user } = open()
    await press(user, 'Template of Shop export')
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1))
    expect(clicked.mock.contexts[0]).toHaveProperty('href', expect.stringContaining('fil_3'))
  })

  it('deletes only after a yes', async () => {
    const kept = keepMappings(mapping())
    const { user } = open()
    await press(user, 'Delete Shop export')
    const dialog = await editor('Delete mapping')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('There is no data to show here!')).toBeVisible()
    expect(kept.mappings).toEqual([])
  })

  it('only shows to those who may look', async () => {
    const permissions = { ...NO_PERMISSIONS, shipment_reporting: true }
    signedInAs({ ...subUser, person: subUser.person && { ...subUser.person, permissions } })
    keepMappings(mapping())
    open()
    expect(await screen.findByRole('button', { name: 'View Shop export' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'New Mapping' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete Shop export' })).toBeNull()
  })
})

describe('the mapping editor', () => {
  it('makes a new one, once it has a name', async () => {
    const kept = keepMappings()
    const { user } = open()
    await press(user, 'New Mapping')
    const form = await editor('New Mapping')
    const save = form.getByRole('button', { name: 'Save' })
    expect(save).toBeDisabled()
    fireEvent.change(form.getByRole('textbox', { name: 'Name' }), { target: { value: '  ' } })
    expect(save).toBeDisabled()
    fireEvent.change(form.getByRole('textbox', { name: 'Name' }), { target: { value: 'Etsy' } })
    fireEvent.change(form.getByRole('textbox', { name: 'Header of column 1' }), {
      target: { value: 'Ship City' },
    })
    fireEvent.change(form.getByRole('combobox', { name: 'Field of column 1' }), {
      target: { value: 'to_address.city' },
    })
    await user.click(save)
    await waitFor(() => expect(kept.sent).toHaveLength(1))
    expect(kept.sent[0]).toEqual({
      method: 'POST',
      body: {
        shipment_upload_mapping: { name: 'Etsy', dictionary: { 'Ship City': 'to_address.city' } },
      },
    })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New Mapping' })).toBeNull())
  })

  it('changes one, and refuses the same header twice', async () => {
    const kept = keepMappings(mapping())
    const { user } = open()
    await press(user, 'Edit Shop export')
    const form = await editor('Edit Mapping')
    await user.click(form.getByRole('button', { name: 'Add column' }))
    const third = await form.findByRole('textbox', { name: 'Header of column 3' })
    fireEvent.change(third, { target: { value: 'postcode' } })
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(third).toHaveAccessibleDescription('Another line has this header already'),
    )
    expect(kept.sent).toEqual([])
    await user.click(form.getByRole('button', { name: 'Remove column 3' }))
    await user.click(form.getByRole('button', { name: 'Remove column 1' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(kept.sent).toHaveLength(1))
    expect(kept.sent[0]?.body).toEqual({
      shipment_upload_mapping: { name: 'Shop export', dictionary: { Postcode: 'to_address.zip' } },
    })
  })

  it('shows the server’s refusal beside the name', async () => {
    keepMappings(mapping())
    mockServer.use(
      http.patch('*/dashboard/shipment_upload_mappings/:id', () =>
        failed(422, { errors: { 'shipment_upload_mapping.name': ['is taken already'] } }),
      ),
    )
    const { user } = open()
    await press(user, 'Edit Shop export')
    const form = await editor('Edit Mapping')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(form.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
        'is taken already',
      ),
    )
  })
})
