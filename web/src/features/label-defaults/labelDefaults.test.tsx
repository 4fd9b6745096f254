import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { Printer } from '@/api/printers'
import { failed, listOf, owner, signedInAs } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { listShipments } from '@/testing/shipments'

withMockServer()

const zebra: Printer = {
  id: 'prn_1',
  name: 'Zebra',
  uri: 'socket://192.0.2.20:9100',
  kind: 'socket',
}

let printers: Printer[] = []
const sent = vi.fn<(body: unknown) => void>()

beforeEach(() => {
  printers = [zebra]
  sent.mockReset()
  signedInAs(owner)
  listShipments()
  mockServer.use(
    http.get('*/dashboard/printers', () => HttpResponse.json(listOf(printers))),
    http.post('*/dashboard/printers', async ({ request }) => {
      sent(await request.json())
      printers = [zebra, { ...zebra, id: 'prn_2', name: 'Office' }]
      return HttpResponse.json({ success: true }, { status: 201 })
    }),
    http.post('*/dashboard/printers/prn_1/test', () =>
      HttpResponse.json({ success: true, message: 'A test page was sent' }),
    ),
    http.delete('*/dashboard/printers/prn_1', () => {
      printers = []
      return HttpResponse.json({ success: true, message: 'Deleted' })
    }),
    http.patch('*/dashboard/user/settings', async ({ request }) => {
      sent(await request.json())
      return HttpResponse.json({ success: true, settings: owner.settings })
    }),
  )
})

async function open() {
  const { user } = renderApp('/shipments')
  await user.click(await screen.findByRole('button', { name: 'Label defaults' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Configure Label Defaults' }))
  await dialog.findByText('Zebra')
  const pick = async (label: string, option: string) => {
    await user.click(dialog.getByLabelText(label))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  return { user, dialog, pick }
}

describe('Configure Label Defaults', () => {
  it('saves printer, layout, format and packing slip, and nothing else', async () => {
    const { user, dialog, pick } = await open()
    await pick('Printer', 'Zebra')
    await pick('Label format', 'ZPL')
    await user.click(dialog.getByLabelText('Packing slip download'))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith({
        settings: {
          printer_id: 'prn_1',
          label_layout: '4X6',
          label_format: 'zpl',
          download_packing_slip: true,
        },
      }),
    )
  })

  it('allows ZPL with 4X6 only', async () => {
    const { user, dialog, pick } = await open()
    await pick('Label format', 'ZPL')
    await pick('Label layout', '8.5X11')
    expect(dialog.getByLabelText('Label format')).toHaveValue('PDF')
    await user.click(dialog.getByLabelText('Label format'))
    expect(await screen.findByRole('option', { name: 'ZPL' })).toHaveAttribute(
      'data-combobox-disabled',
      'true',
    )
  })

  it('shows a failed save in the dialog', async () => {
    mockServer.use(
      http.patch('*/dashboard/user/settings', () => failed(422, { message: 'Not with this one' })),
    )
    const { user, dialog } = await open()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Not with this one')).toBeVisible()
  })

  it('adds a printer by its address', async () => {
    const { user, dialog } = await open()
    await user.click(dialog.getByRole('button', { name: 'Add printer' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add printer' }))
    await user.type(form.getByLabelText(/^Name/), 'Office')
    await user.type(form.getByLabelText(/^Address/), 'http://192.0.2.9')
    await user.click(form.getByRole('button', { name: 'Add printer' }))
    expect(await form.findByText('must start with ipp://, ipps:// or socket://')).toBeVisible()
    await user.clear(form.getByLabelText(/^Address/))
    await user.type(form.getByLabelText(/^Address/), 'ipp://192.0.2.9/print')
    await user.click(form.getByRole('button', { name: 'Add printer' }))
    expect(await dialog.findByText('Office')).toBeVisible()
    expect(sent).toHaveBeenCalledWith({ printer: { name: 'Office', uri: 'ipp://192.0.2.9/print' } })
  })

  it('tests and deletes a printer', async () => {
    const { user, dialog } = await open()
    await user.click(dialog.getByRole('button', { name: 'Test Zebra' }))
    expect(await screen.findByText('A test page was sent')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Delete Zebra' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(
      await dialog.findByText('No printers yet. Labels are printed from the browser.'),
    ).toBeVisible()
  })
})
