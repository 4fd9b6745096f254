import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { defaultRange } from '@/lib/dates'
import { readStorage } from '@/lib/storage'
import { failed, NO_PERMISSIONS, owner, signedInAs, subUser } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { listShipments, shipmentRow, shipmentsPage } from '@/testing/shipments'

withMockServer()

const reporter = {
  ...subUser,
  person: subUser.person && {
    ...subUser.person,
    permissions: { ...NO_PERMISSIONS, shipment_reporting: true },
  },
}

const button = (name: string) => screen.getByRole('button', { name })

async function open(path = '/shipments') {
  const app = renderApp(path)
  await screen.findByRole('table', {
    name: path.includes('draft') ? 'Shipment drafts' : 'Shipments',
  })
  await waitFor(() => expect(screen.queryByText('Loading...')).not.toBeInTheDocument())
  return app
}

describe('the shipments list', () => {
  beforeEach(() => signedInAs(owner))

  it('asks by the default filters: all, internal, 7 days ago to tomorrow', async () => {
    const asked = listShipments([shipmentRow()])
    await open()
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      page: '1',
      per: '50',
      draft: 'false',
      downloaded: 'all',
      source: 'internal',
      ...defaultRange(),
      sort: 'date',
      dir: 'desc',
    })
  })

  it('takes filters, page and sort from the address bar', async () => {
    const asked = listShipments([shipmentRow()])
    await open(
      '/shipments?q=jane&downloaded=no&source=all&from=2026-01-01&to=2026-01-31&status=bought&carrier=USPS&page=2&sort=price',
    )
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      page: '2',
      per: '50',
      draft: 'false',
      q: 'jane',
      downloaded: 'no',
      source: 'all',
      from: '2026-01-01',
      to: '2026-01-31',
      status: 'bought',
      carrier: 'USPS',
      sort: 'price',
      dir: 'asc',
    })
  })

  it('writes a chosen filter to the address bar and remembers the sort', async () => {
    listShipments([shipmentRow()])
    const { user, router } = await open()
    await user.click(screen.getByRole('button', { name: /^Source/ }))
    await user.click(await screen.findByRole('option', { name: 'Shop' }))
    await waitFor(() => expect(router.state.location.href).toBe('/shipments?source=shop'))
    await user.click(screen.getByRole('button', { name: /^Price/ }))
    await waitFor(() => expect(readStorage().sort['shipments']).toBe('-price'))
  })

  it.each([
    [{ refund_status: 'requested', tracking_status: 'delivered' }, 'Refund requested'],
    [{ tracking_status: 'in_transit' }, 'In Transit'],
    [{ tracking_status: 'out_for_delivery' }, 'Out For Delivery'],
    [{ tracking_status: null }, 'Ready To Ship'],
    [{ tracking_status: 'Unknown' }, 'Ready To Ship'],
  ])('shows the tracking of %j as %j', async (changes, words) => {
    listShipments([shipmentRow(changes)])
    await open()
    expect(await screen.findByText(words)).toBeVisible()
  })

  it('opens the summary of a shipment, and the form of a draft', async () => {
    listShipments([shipmentRow()])
    mockServer.use(
      http.get('*/dashboard/shipments/:id', () => failed(404, { message: 'Not found' })),
    )
    const first = await open()
    await first.user.click(await screen.findByText('Jane Roe'))
    await waitFor(() =>
      expect(first.router.state.location.pathname).toBe('/shipment/shp_1/summary'),
    )
    first.unmount()
    const second = await open('/shipment-drafts')
    await second.user.click(await screen.findByText('Jane Roe'))
    await waitFor(() => expect(second.router.state.location.pathname).toBe('/shipment/shp_1'))
  })

  it('has the owner buttons, without Upload and Buy Labels', async () => {
    listShipments()
    await open()
    const [link] = screen.getAllByRole('link', { name: 'New Shipment' })
    expect(link).toHaveAttribute('href', '/shipment/new')
    expect(button('Label defaults')).toBeVisible()
    expect(screen.queryByText('Upload')).not.toBeInTheDocument()
    expect(screen.queryByText('Buy Labels')).not.toBeInTheDocument()
  })

  it('says what to do while there is no warehouse', async () => {
    listShipments([], { no_warehouses: true })
    await open()
    expect(
      await screen.findByRole('link', { name: 'Add the address you ship from' }),
    ).toHaveAttribute('href', '/locations')
  })

  it('offers presets and automations only when there are some', async () => {
    listShipments([shipmentRow()])
    const { unmount } = await open()
    expect(screen.queryByRole('button', { name: /^Preset/ })).not.toBeInTheDocument()
    expect(screen.queryByText('Execute automations')).not.toBeInTheDocument()
    unmount()
    listShipments([shipmentRow()], { options: { presets: [['p1', 'Heavy']] } })
    await open()
    expect(await screen.findByRole('button', { name: /^Preset/ })).toBeVisible()
  })

  it('tells a failed list', async () => {
    mockServer.use(http.get('*/dashboard/shipments', () => failed(500, {})))
    await open()
    expect(await screen.findByText('Something went wrong')).toBeVisible()
  })
})

describe('a sub-user', () => {
  it('without shipment_reporting is denied both lists', async () => {
    signedInAs(subUser)
    const { unmount } = renderApp('/shipments')
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
    unmount()
    renderApp('/shipment-drafts')
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
  })

  it('sees no header buttons and no Refund', async () => {
    signedInAs(reporter)
    listShipments([shipmentRow()])
    await open()
    expect(screen.queryByText('New Shipment')).not.toBeInTheDocument()
    expect(screen.queryByText('Label defaults')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Refund' })).not.toBeInTheDocument()
    expect(button('Compile')).toBeVisible()
    expect(button('Download')).toBeVisible()
  })

  it('can do nothing to drafts', async () => {
    signedInAs(reporter)
    listShipments([shipmentRow({ state: 'draft' })])
    await open('/shipment-drafts')
    expect(screen.queryByRole('button', { name: 'Buy' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
  })
})

describe('the selection', () => {
  beforeEach(() => signedInAs(owner))

  it.each(['Print', 'Compile', 'Download', 'Refund'])(
    'is asked for by %s when it is empty',
    async (name) => {
      listShipments([shipmentRow()])
      const { user } = await open()
      await user.click(button(name))
      const dialog = await screen.findByRole('dialog', { name: 'Failure' })
      expect(within(dialog).getByText('Select at least one shipment')).toBeVisible()
    },
  )

  it('survives paging', async () => {
    mockServer.use(
      http.get('*/dashboard/shipments', ({ request }) => {
        const page = new URL(request.url).searchParams.get('page') ?? '1'
        const row = shipmentRow({ id: `shp_${page}`, to_name: `Person ${page}` })
        return HttpResponse.json({ ...shipmentsPage([row]), total_count: 60 })
      }),
    )
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Person 1' }))
    await user.click(screen.getByRole('button', { name: /page 2$/i }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select Person 2' }))
    expect(await screen.findByText('2 selected')).toBeVisible()
  })

  it('of everything that matches sends the query, never ids', async () => {
    mockServer.use(
      http.get('*/dashboard/shipments', () =>
        HttpResponse.json({ ...shipmentsPage([shipmentRow()]), total_count: 120 }),
      ),
    )
    const sent = vi.fn<(body: unknown) => void>()
    mockServer.use(
      http.post('*/dashboard/shipments/compile', async ({ request }) => {
        sent(await request.json())
        return HttpResponse.json({ success: true, message: 'Done', report: null, errors: [] })
      }),
    )
    const { user } = await open('/shipments?source=all')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Jane Roe' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 120 matching' }))
    await user.click(button('Compile'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Compile labels' }))
    await user.click(dialog.getByRole('button', { name: 'Compile' }))
    await screen.findByText('Done')
    expect(sent).toHaveBeenCalledWith({
      all_matching: { draft: false, downloaded: 'all', source: 'all', ...defaultRange() },
      format: 'pdf',
      layout: '4X6',
      packing_slip: false,
    })
  })
})
