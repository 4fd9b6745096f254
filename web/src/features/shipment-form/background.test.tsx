// What the form does by itself: drafts, prices, the address check, and the question before leaving.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { delay, http, HttpResponse, type PathParams } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'

import type { Address, ShipmentInput } from '@/features/shipping/wire'
import { failed, owner, signedInAs } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { address, keepShipment, rate, shipment } from '@/testing/shipping'

interface Quoted {
  shipment: ShipmentInput
}

interface Checked {
  address: Address
}

withMockServer()
beforeEach(() => signedInAs(owner))

async function openForm(path = '/shipment/new') {
  const app = renderApp(path)
  await screen.findByRole('form', { name: 'Purchase a Label' })
  return app
}

const box = (area: string, name: string) =>
  within(screen.getByRole('region', { name: area })).getByRole('textbox', { name })

function fill(input: HTMLElement, value: string) {
  fireEvent.change(input, { target: { value } })
}

describe('drafts', () => {
  it('are created once something was entered, changed afterwards, and keep the form as it is', async () => {
    const kept = keepShipment()
    const { router } = await openForm('/shipment/new?order_id=ord_7')
    const name = box('To address', 'Name')
    name.focus()
    fill(name, 'Jo')
    fill(name, 'Jo Doe')
    expect(await screen.findByText('Saved')).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/shipment/shp_1'))
    expect(box('To address', 'Name')).toBe(name)
    expect(name).toHaveFocus()
    fill(box('To address', 'City'), 'Boston')
    await waitFor(() => expect(kept.sent).toHaveLength(2))
    expect(kept.sent.map(({ method, body }) => [method, body.draft])).toEqual([
      ['POST', true],
      ['PATCH', true],
    ])
    expect(kept.sent[1]?.body.shipment).toMatchObject({
      to_address: { name: 'Jo Doe', city: 'Boston' },
      shop_order_id: 'ord_7',
    })
  })

  it('that are on their way are waited for, so that there is one shipment', async () => {
    const kept = keepShipment()
    let creations = 0
    let answer: () => void = () => undefined
    mockServer.use(
      http.post('*/dashboard/shipments', async () => {
        creations += 1
        await new Promise<void>((resolve) => (answer = resolve))
        return HttpResponse.json({ success: true, shipment: shipment() }, { status: 201 })
      }),
    )
    const { user, router } = await openForm()
    fill(box('To address', 'Name'), 'Jo Doe')
    await screen.findByText('Saving...')
    await user.click(screen.getByRole('button', { name: 'Get Rates' }))
    expect(kept.sent).toEqual([])
    answer()
    await waitFor(() => expect(router.state.location.pathname).toBe('/shipment/shp_1/rate'))
    expect(creations).toBe(1)
    expect(kept.sent.map(({ method, body }) => [method, body.draft])).toEqual([
      ['PATCH', undefined],
    ])
  })

  it('that cannot be saved say so quietly, and leaving asks', async () => {
    keepShipment()
    mockServer.use(http.post('*/dashboard/shipments', () => failed(503, { message: 'Down' })))
    const { user, router } = await openForm()
    fill(box('To address', 'Name'), 'Jo Doe')
    expect(await screen.findByText('Not saved')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    act(() => void router.navigate({ to: '/welcome' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(router.state.location.pathname).toBe('/shipment/new')
  })

  it('are saved on leaving, without a question, and found again', async () => {
    const kept = keepShipment()
    const { router } = await openForm('/shipment/shp_1')
    fill(box('To address', 'City'), 'Boston')
    act(() => void router.navigate({ to: '/welcome' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/welcome'))
    expect(kept.sent.map(({ body }) => body.shipment.to_address.city)).toEqual(['Boston'])
    act(() => void router.navigate({ to: '/shipment/$id', params: { id: 'shp_1' } }))
    await screen.findByRole('form', { name: 'Purchase a Label' })
    expect(box('To address', 'City')).toHaveValue('Boston')
  })

  it('of a new shipment are made on leaving, and Back returns to them', async () => {
    const kept = keepShipment()
    const { router } = await openForm()
    fill(box('To address', 'City'), 'Boston')
    act(() => void router.navigate({ to: '/welcome' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/welcome'))
    expect(kept.sent).toHaveLength(1)
    act(() => router.history.back())
    await waitFor(() => expect(router.state.location.pathname).toBe('/shipment/shp_1'))
  })

  it('that are saved may be left, and New Shipment starts afresh', async () => {
    keepShipment()
    const { router } = await openForm()
    fill(box('To address', 'Name'), 'Jo Doe')
    await screen.findByText('Saved')
    await waitFor(() => expect(router.state.location.pathname).toBe('/shipment/shp_1'))
    act(() => void router.navigate({ to: '/shipment/$id', params: { id: 'new' } }))
    await waitFor(() => expect(box('To address', 'Name')).toHaveValue(''))
    expect(router.state.location.pathname).toBe('/shipment/new')
  })
})

describe('live rates', () => {
  const panel = () => within(screen.getByRole('region', { name: 'Live rates' }))

  it('are asked for once enough is known, by price, and an older answer never wins', async () => {
    const weights: unknown[] = []
    keepShipment(shipment({ parcel: { ...shipment().parcel, weight: '' } }))
    mockServer.use(
      http.post<PathParams, Quoted>('*/dashboard/shipments/quote', async ({ request }) => {
        const { shipment: sent } = await request.json()
        weights.push(sent.parcel.weight)
        const heavy = sent.parcel.weight === 32
        if (!heavy) await delay(1_500)
        const rates = heavy
          ? [rate({ id: 'b', rate: '20.00', carrier: 'UPS' }), rate({ id: 'a', rate: '12.00' })]
          : [rate({ id: 'old', rate: '1.00' })]
        return HttpResponse.json({ success: true, rates, messages: [] })
      }),
    )
    await openForm('/shipment/shp_1')
    expect(panel().getByText(/Prices appear here/)).toBeVisible()
    fill(box('Parcel', 'Weight, lb'), '1')
    await waitFor(() => expect(weights).toEqual([16]))
    fill(box('Parcel', 'Weight, lb'), '2')
    expect(await panel().findByText('$12.00')).toBeVisible()
    expect(weights).toEqual([16, 32])
    expect(
      panel()
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'USUSPS Ground AdvantageNov 20, 2026$12.00',
      'UPUPS Ground AdvantageNov 20, 2026$20.00',
    ])
    await act(() => delay(1_200))
    expect(panel().queryByText('$1.00')).toBeNull()
  })

  it('that fail are not told', async () => {
    keepShipment()
    let asked = 0
    mockServer.use(
      http.post('*/dashboard/shipments/quote', () => {
        asked += 1
        return failed(422, { message: 'No', errors: { 'to_address.zip': ['is wrong'] } })
      }),
    )
    await openForm('/shipment/shp_1')
    await waitFor(() => expect(asked).toBe(1))
    await act(() => delay(50))
    expect(screen.queryByText(/Request error/)).toBeNull()
    expect(screen.queryByText('is wrong')).toBeNull()
    expect(panel().getByText(/Prices appear here/)).toBeVisible()
  })
})

describe('the address check', () => {
  const better = address({
    street1: '350 Fifth Avenue',
    city: 'New York',
    state: 'NY',
    zip: '10118-0110',
  })

  function suggesting() {
    const kept = keepShipment()
    let checks = 0
    mockServer.use(
      http.post<PathParams, Checked>('*/dashboard/addresses/check', async ({ request }) => {
        checks += 1
        const { address: entered } = await request.json()
        const reply = { deliverable: true, entered, suggested: better, messages: {} }
        return HttpResponse.json({ success: true, residential: null, ...reply })
      }),
    )
    return { kept, checks: () => checks }
  }

  it('shows entered beside suggested and takes the suggestion when told to', async () => {
    const { kept, checks } = suggesting()
    const { user } = await openForm('/shipment/shp_1')
    const entered = await screen.findByRole('region', { name: 'Entered' })
    expect(within(entered).getByText('350 5th Ave')).toBeVisible()
    const suggested = within(screen.getByRole('region', { name: 'Suggested' }))
    expect(suggested.getByText('New York NY 10118-0110')).toBeVisible()
    await user.click(suggested.getByRole('button', { name: 'Use suggested' }))
    await waitFor(() => expect(box('To address', 'ZIP')).toHaveValue('10118-0110'))
    expect(box('To address', 'Name')).toHaveValue('Jo Doe')
    expect(screen.queryByRole('region', { name: 'Suggested' })).toBeNull()
    await waitFor(() =>
      expect(kept.sent.at(-1)?.body.shipment.to_address.street1).toBe('350 Fifth Avenue'),
    )
    expect(checks()).toBe(1)
  })

  it('keeps what was entered when told to, and does not ask again', async () => {
    const { checks } = suggesting()
    const { user } = await openForm('/shipment/shp_1')
    await user.click(await screen.findByRole('button', { name: 'Keep as entered' }))
    expect(screen.queryByRole('region', { name: 'Suggested' })).toBeNull()
    fill(box('To address', 'Phone'), '555-0100')
    await act(() => delay(900))
    expect(screen.queryByRole('region', { name: 'Suggested' })).toBeNull()
    expect(checks()).toBe(1)
  })

  it('warns of an address that mail does not reach, and does not stand in the way', async () => {
    keepShipment()
    mockServer.use(
      http.post('*/dashboard/addresses/check', () =>
        HttpResponse.json({
          success: true,
          deliverable: false,
          entered: address(),
          suggested: null,
          messages: { street1: ['No such number in this street'] },
          residential: null,
        }),
      ),
    )
    const { user, router } = await openForm('/shipment/shp_1')
    expect(await screen.findByText('No such number in this street')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Get Rates' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/shipment/shp_1/rate'))
  })
})
