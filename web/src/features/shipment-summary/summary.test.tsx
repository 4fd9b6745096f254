import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { OrderBlock, Shipment } from '@/api/shipments/wire'
import { failed, NO_PERMISSIONS, owner, signedInAs, subUser } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { shipment } from '@/testing/shipments'

withMockServer()

interface OrderBlocks {
  main: OrderBlock
  additional: { items: OrderBlock[] }
}

const NO_ORDER: OrderBlocks = {
  main: { title: '', headers: [], rows: [], footer: [] },
  additional: { items: [] },
}
let labelsAsked: URLSearchParams[] = []

function serve(one: Shipment, blocks: OrderBlocks = NO_ORDER) {
  mockServer.use(
    http.get('*/dashboard/shipments/shp_1', () =>
      HttpResponse.json({ success: true, shipment: one }),
    ),
    http.get('*/dashboard/shipments/shp_1/order', () =>
      HttpResponse.json({ success: true, blocks }),
    ),
    http.get('*/dashboard/shipments/shp_1/label', ({ request }) => {
      expect(request.headers.get('Authorization')).toBe('Bearer session-key')
      labelsAsked.push(new URL(request.url).searchParams)
      return new HttpResponse(new Blob(['label']))
    }),
  )
}

async function open() {
  const app = renderApp('/shipment/shp_1/summary')
  await screen.findByRole('heading', { level: 1, name: 'Shipment to Jane Roe' })
  return app
}

beforeEach(() => {
  labelsAsked = []
  signedInAs(owner)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('about:blank')
})

describe('the shipment summary', () => {
  it('shows tracking code, state, link, service and price with its parts', async () => {
    serve(shipment())
    await open()
    expect(screen.getByRole('link', { name: '9400100000000000000001' })).toHaveAttribute(
      'href',
      'https://tracking.example/9400100000000000000001',
    )
    expect(screen.getByRole('button', { name: 'Copy tracking code' })).toBeVisible()
    expect(screen.getByText('In Transit')).toBeVisible()
    expect(screen.getByText('USPS Ground Advantage')).toBeVisible()
    expect(screen.getByText('$8.91')).toBeVisible()
    const parts = within(screen.getByRole('list', { name: 'Price parts' }))
    expect(parts.getByText('Postage')).toBeVisible()
    expect(parts.getByText('$8.41')).toBeVisible()
    expect(parts.getByText('$0.50')).toBeVisible()
  })

  it('links to nothing but web addresses', async () => {
    serve(shipment({ tracking_url: 'data:text/html,boo' }))
    await open()
    expect(screen.queryByRole('link', { name: /^9400/ })).not.toBeInTheDocument()
  })

  it('previews the label as PNG', async () => {
    serve(shipment())
    await open()
    expect(await screen.findByRole('img', { name: 'Shipping label' })).toBeInTheDocument()
    expect(Object.fromEntries(labelsAsked[0] ?? [])).toEqual({ format: 'png' })
  })

  it('prints again in a chosen format and layout; ZPL only with 4X6', async () => {
    serve(shipment())
    const { user } = await open()
    const format = await screen.findByRole('combobox', { name: 'Format' })
    await user.selectOptions(format, 'zpl')
    await user.click(screen.getByRole('button', { name: 'Print' }))
    expect(await screen.findByText(/^We don't print ZPL files right now\./)).toBeVisible()
    await user.keyboard('{Escape}')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Layout' }), '8.5X11')
    expect(format).toHaveValue('pdf')
    expect(within(format).getByRole('option', { name: 'ZPL' })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await waitFor(() => expect(document.getElementById('print-frame')).not.toBeNull())
    document.getElementById('print-frame')?.remove()
    expect(Object.fromEntries(labelsAsked.at(-1) ?? [])).toEqual({
      format: 'pdf',
      layout: '8.5X11',
    })
  })

  it('is sent to the printer of the account, if it has one', async () => {
    signedInAs({ ...owner, settings: { ...owner.settings, printer_id: 'prn_1' } })
    serve(shipment())
    mockServer.use(
      http.post('*/dashboard/shipments/print', async ({ request }) => {
        expect(await request.json()).toEqual({ ids: ['shp_1'], format: 'pdf' })
        return HttpResponse.json({ success: true, message: 'Sent to Zebra', errors: [] })
      }),
    )
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Send to printer' }))
    expect(await screen.findByText('Sent to Zebra')).toBeVisible()
  })

  it('shows the order: main block and additional items', async () => {
    serve(shipment(), {
      main: {
        title: '',
        headers: ['Item', 'Quantity'],
        rows: [['Mug', '2']],
        footer: ['Total', '2'],
      },
      additional: {
        items: [{ title: 'Discounts', headers: ['Code'], rows: [['SPRING']], footer: [] }],
      },
    })
    await open()
    const main = within(await screen.findByRole('table', { name: 'Order items' }))
    expect(main.getByRole('columnheader', { name: 'Quantity' })).toBeVisible()
    expect(main.getByRole('row', { name: 'Mug 2' })).toBeVisible()
    expect(main.getByRole('row', { name: 'Total 2' })).toBeVisible()
    const more = within(screen.getByRole('table', { name: 'Discounts' }))
    expect(more.getByRole('cell', { name: 'SPRING' })).toBeVisible()
  })

  it('shows where the parcel has been', async () => {
    const event = { code: '', message: 'Arrived at facility', place: 'Reno, NV' }
    serve(
      shipment({
        tracking_events: [{ at: '2026-11-14T10:00:00Z', status: 'in_transit', ...event }],
      }),
    )
    await open()
    expect(screen.getByText('Arrived at facility')).toBeVisible()
    expect(screen.getByText(/Reno, NV$/)).toBeVisible()
  })

  it('says when the parcel has not been scanned, and nothing of it for a draft', async () => {
    serve(shipment({ tracking_events: [] }))
    const { unmount } = await open()
    expect(screen.getByText(/^Not scanned yet\./)).toBeVisible()
    unmount()
    serve(shipment({ state: 'draft' }))
    await open()
    expect(screen.queryByText(/^Not scanned yet\./)).not.toBeInTheDocument()
  })

  it('looks again while the purchase is pending', async () => {
    let asked = 0
    serve(shipment())
    mockServer.use(
      http.get('*/dashboard/shipments/shp_1', () => {
        asked += 1
        const state = asked > 1 ? 'bought' : 'buying'
        return HttpResponse.json({ success: true, shipment: shipment({ state }) })
      }),
    )
    await open()
    expect(screen.getByText('The purchase is being settled.')).toBeVisible()
    expect(await screen.findByText('In Transit')).toBeVisible()
    expect(screen.queryByText('The purchase is being settled.')).not.toBeInTheDocument()
  })

  it('leads from a draft to its form, and tells a label that failed', async () => {
    serve(shipment({ state: 'draft' }))
    const { unmount } = await open()
    expect(screen.getByRole('link', { name: 'Open the draft' })).toHaveAttribute(
      'href',
      '/shipment/shp_1',
    )
    unmount()
    serve(shipment({ label_status: 'error', label_error: 'The carrier refused' }))
    await open()
    expect(screen.getByText('The carrier refused')).toBeVisible()
  })

  it('says when there is no such shipment', async () => {
    mockServer.use(
      http.get('*/dashboard/shipments/shp_1', () => failed(404, { message: 'Not found' })),
    )
    renderApp('/shipment/shp_1/summary')
    expect(await screen.findByText('Not found')).toBeVisible()
  })
})

describe('actions on a bought label', () => {
  it('refund it and show the new state', async () => {
    let current = shipment()
    serve(current)
    mockServer.use(
      http.get('*/dashboard/shipments/shp_1', () =>
        HttpResponse.json({ success: true, shipment: current }),
      ),
      http.post('*/dashboard/shipments/refund', async ({ request }) => {
        expect(await request.json()).toEqual({ ids: ['shp_1'] })
        current = shipment({ refund_status: 'requested', refundable: false })
        const refund_statuses = [{ tracking_code: '9400', status: 'requested' }]
        const report = { message: 'Asked', refund_statuses }
        return HttpResponse.json({ success: true, message: 'Asked', report, errors: [] })
      }),
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Refund' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund' }))
    await user.click(dialog.getByRole('button', { name: 'Refund' }))
    expect(await screen.findByText('Asked')).toBeVisible()
    expect((await screen.findAllByText('Refund requested')).length).toBeGreaterThan(0)
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Refund' })).not.toBeInTheDocument(),
    )
  })

  it('make a return label and go to its form', async () => {
    serve(shipment())
    mockServer.use(
      http.post('*/dashboard/shipments/shp_1/return', () =>
        HttpResponse.json(
          { success: true, shipment: shipment({ public_id: 'shp_9', state: 'draft' }) },
          { status: 201 },
        ),
      ),
    )
    const { user, router } = await open()
    await user.click(screen.getByRole('button', { name: 'Create return label' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/shipment/shp_9'))
  })

  it('are the owner’s', async () => {
    const permissions = { ...NO_PERMISSIONS, shipment_reporting: true }
    signedInAs({ ...subUser, person: subUser.person && { ...subUser.person, permissions } })
    serve(shipment())
    await open()
    expect(screen.queryByRole('button', { name: 'Refund' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Create return label' })).not.toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Print' })).toBeVisible()
  })

  it('need shipment_reporting to be seen at all', async () => {
    signedInAs(subUser)
    renderApp('/shipment/shp_1/summary')
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
  })
})
