import { screen, waitFor, within } from '@testing-library/react'
import { delay, http, HttpResponse, type PathParams } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'

import { failed, owner, signedInAs } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { keepShipment, rate, shipment } from '@/testing/shipping'

withMockServer()
beforeEach(() => signedInAs(owner))

const NOT_CHARGED =
  'Failed to charge your account. Please check your payment method at the Billing Page and try again.'

const RATES = [
  rate({
    id: 'rate_fast',
    carrier: 'FedEx',
    service_name: 'Standard Overnight',
    rate: '31.20',
    delivery_date: '2026-11-17',
    card: 'fedex-2026',
    basis: 'approximated',
    billed_lb: 3,
    rate_detail: {
      services: [
        { name: 'Freight', price: '28.00' },
        { name: 'Fuel surcharge', price: '3.00' },
      ],
    },
  }),
  rate({ id: 'rate_low', rate: '8.41' }),
]

interface Asked {
  rate_id: string
  accepted_price?: string
  payment_method_id?: string
}

/** A server that answers purchases one after the other, and notes what it was asked under which key. */
function selling(...answers: (() => Response | Promise<Response>)[]) {
  const kept = keepShipment(shipment({ rates: RATES }))
  const asked: Asked[] = []
  const keys: (string | null)[] = []
  mockServer.use(
    http.post<PathParams, Asked>('*/dashboard/shipments/shp_1/buy', async ({ request }) => {
      asked.push(await request.json())
      keys.push(request.headers.get('Idempotency-Key'))
      const answer = answers[asked.length - 1]
      return answer ? answer() : HttpResponse.error()
    }),
  )
  return { kept, asked, keys }
}

const bought = () =>
  HttpResponse.json({ success: true, tracking_code: '9400', shipment: shipment() })

async function openRates() {
  const app = renderApp('/shipment/shp_1/rate')
  const buy = await screen.findByRole('button', { name: 'Buy' })
  return { ...app, buy }
}

async function expectSummary(router: ReturnType<typeof renderApp>['router']) {
  await waitFor(() => expect(router.state.location.pathname).toBe('/shipment/shp_1/summary'))
}

describe('the rates', () => {
  it('stand by price with badges, and the cheapest is chosen', async () => {
    keepShipment(shipment({ rates: RATES }))
    await openRates()
    const choices = within(screen.getByRole('group', { name: 'Rates' })).getAllByRole('radio')
    expect(choices.map((choice) => choice.getAttribute('aria-label'))).toEqual([
      'USPS Ground Advantage, $8.41',
      'FedEx Standard Overnight, $31.20',
    ])
    expect(choices[0]).toBeChecked()
    const [low, fast] = choices.map((choice) => within(choice.closest('label') ?? choice))
    expect(low?.getByText('Cheapest')).toBeVisible()
    expect(low?.queryByText('Fastest')).toBeNull()
    expect(fast?.getByText('Fastest')).toBeVisible()
    expect(fast?.getByText('Delivery Nov 17, 2026')).toBeVisible()
  })

  it('say what they are made of and where they come from', async () => {
    keepShipment(shipment({ rates: RATES }))
    await openRates()
    expect(screen.getByText('Fuel surcharge')).toBeVisible()
    expect(screen.getByText('Estimated extras')).toBeVisible()
    expect(screen.getByText('$0.20')).toBeVisible()
    expect(screen.getByText('Sandbox prices: usps-2025-10-05, published')).toBeVisible()
    expect(screen.getByText('Sandbox prices: fedex-2026, approximated')).toBeVisible()
    expect(screen.getByText('Billed as 3 lbs')).toBeVisible()
  })

  it('that carriers refused are listed with their reason', async () => {
    const messages = [{ carrier: 'UPS', message: 'Too heavy', field: 'parcel.weight' }]
    keepShipment(shipment({ rates: [], messages, rated_at: '2026-11-15T10:00:00Z' }))
    const { buy } = await openRates()
    expect(screen.getByText('UPS: Too heavy')).toBeVisible()
    expect(screen.getByText('No carrier offers a rate for this shipment')).toBeVisible()
    expect(buy).toBeDisabled()
  })

  it('can be left for the form', async () => {
    keepShipment(shipment({ rates: RATES }))
    const { user, router } = await openRates()
    await user.click(screen.getByRole('link', { name: 'Edit' }))
    await screen.findByRole('form', { name: 'Purchase a Label' })
    expect(router.state.location.pathname).toBe('/shipment/shp_1')
  })

  it('of a bought shipment are history', async () => {
    keepShipment(shipment({ state: 'bought', tracking_code: '9400', label_status: 'ready' }))
    const { router } = renderApp('/shipment/shp_1/rate')
    await waitFor(() => expect(router.state.location.pathname).toBe('/shipment/shp_1/summary'))
  })
})

describe('the map', () => {
  it('shows the route when both ends are known', async () => {
    keepShipment(shipment({ rates: RATES }))
    const places = new Map([
      ['94104', { city: 'San Francisco', state: 'CA', latitude: 37.79, longitude: -122.4 }],
      ['10118', { city: 'New York', state: 'NY', latitude: '40.75', longitude: '-73.99' }],
    ])
    mockServer.use(
      http.get<{ zip: string }>('*/dashboard/zips/:zip', ({ params: { zip } }) =>
        HttpResponse.json({ success: true, zip, ...places.get(zip) }),
      ),
    )
    await openRates()
    const map = await screen.findByRole('img', {
      name: 'Route from San Francisco, CA to New York, NY',
    })
    expect(map.querySelectorAll('circle')).toHaveLength(2)
  })

  it('is left out in silence otherwise', async () => {
    keepShipment(shipment({ rates: RATES }))
    await openRates()
    await delay(100)
    expect(screen.queryByRole('img', { name: /Route/ })).toBeNull()
    expect(screen.queryByText(/Request error/)).toBeNull()
  })
})

describe('Buy', () => {
  it('buys the chosen rate once, however often it is clicked, and goes to the summary', async () => {
    let answer: (response: Response) => void = () => undefined
    const { asked, keys } = selling(() => new Promise((resolve) => (answer = resolve)))
    const { user, router, buy } = await openRates()
    await user.click(screen.getByRole('radio', { name: /Overnight/ }))
    await user.dblClick(buy)
    expect(await screen.findByText('Buying...')).toBeVisible()
    answer(bought())
    await expectSummary(router)
    expect(asked).toEqual([{ rate_id: 'rate_fast' }])
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
  })

  it('asks when the price has changed and resends what was agreed to', async () => {
    const changed = () =>
      HttpResponse.json(
        {
          success: false,
          code: 'price_changed',
          message: 'The price rose to $8.90. Please confirm it.',
          price: '8.90',
        },
        { status: 409 },
      )
    const { asked, keys } = selling(changed, bought)
    const { user, router, buy } = await openRates()
    await user.click(buy)
    expect(await screen.findByText('The price rose to $8.90. Please confirm it.')).toBeVisible()
    expect(asked).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Buy for $8.90' }))
    await expectSummary(router)
    expect(asked[1]).toEqual({ rate_id: 'rate_low', accepted_price: '8.90' })
    expect(new Set(keys).size).toBe(2)
  })

  it('buys nothing when the new price is refused', async () => {
    const { asked } = selling(() =>
      HttpResponse.json(
        { success: false, code: 'price_changed', message: '', price: '8.90' },
        { status: 409 },
      ),
    )
    const { user, router, buy } = await openRates()
    await user.click(buy)
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() =>
      expect(screen.queryByText('The price of this label is now $8.90.')).toBeNull(),
    )
    expect(asked).toHaveLength(1)
    expect(router.state.location.pathname).toBe('/shipment/shp_1/rate')
  })

  it('tells that the account was not charged', async () => {
    selling(() => failed(402, { code: 'insufficient_funds', message: NOT_CHARGED }))
    const { user, buy } = await openRates()
    await user.click(buy)
    expect(await screen.findByText(NOT_CHARGED)).toBeVisible()
  })

  it('repeats the same intent after no answer, and a new one after a refusal', async () => {
    const { keys } = selling(
      () => HttpResponse.error(),
      () => failed(422, { message: 'Rate expired' }),
      bought,
    )
    const { user, router, buy } = await openRates()
    const close = async () => {
      const dialog = within(await screen.findByRole('dialog', { name: 'Failure' }))
      const [button] = dialog.getAllByRole('button', { name: /OK|Close/ })
      if (button) await user.click(button)
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Failure' })).toBeNull())
    }
    await user.click(buy)
    expect(await screen.findByText('Request error: Failed to make a request')).toBeVisible()
    await close()
    await user.click(buy)
    expect(await screen.findByText('Rate expired')).toBeVisible()
    await close()
    await user.click(buy)
    await expectSummary(router)
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[1])
  })

  it('waits for an outcome that is not known yet and then goes on', async () => {
    const { kept } = selling(() => {
      kept.shipment = { ...kept.shipment, state: 'buying' }
      const message = 'The carrier has not answered yet.'
      return HttpResponse.json({ success: true, pending: true, message }, { status: 202 })
    })
    const { user, router, buy } = await openRates()
    await user.click(buy)
    expect(await screen.findByText('The carrier has not answered yet.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Buy' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
    kept.shipment = { ...kept.shipment, state: 'bought', tracking_code: '9400' }
    await expectSummary(router)
  })

  it('offers to buy again when the carrier has refused after all', async () => {
    const { kept } = selling(() => {
      kept.shipment = { ...kept.shipment, state: 'buying' }
      return HttpResponse.json({ success: true, pending: true, message: 'Wait' }, { status: 202 })
    })
    const { user, buy } = await openRates()
    await user.click(buy)
    await screen.findByText('Wait')
    kept.shipment = { ...kept.shipment, state: 'draft', label_error: 'Address refused' }
    expect(await screen.findByText('Address refused')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Buy' })).toBeEnabled()
  })
})
