import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse, type PathParams } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'

import { failed, listOf, owner, signedInAs, subUser } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { keepShipment, rate, savedPackage, shipment, warehouse } from '@/testing/shipping'

withMockServer()
beforeEach(() => signedInAs(owner))

async function openForm(path = '/shipment/new') {
  const app = renderApp(path)
  await screen.findByRole('form', { name: 'Purchase a Label' })
  return app
}

const section = (name: string) => within(screen.getByRole('region', { name }))
const box = (area: string, name: string | RegExp) => section(area).getByRole('textbox', { name })
const list = (area: string, name: string) => section(area).getByRole('combobox', { name })

/** Fills a plain text input as one paste would. */
function fill(input: HTMLElement, value: string) {
  fireEvent.change(input, { target: { value } })
}

async function pick(
  user: Awaited<ReturnType<typeof openForm>>['user'],
  input: HTMLElement,
  option: string | RegExp,
) {
  await user.click(input)
  await user.click(await screen.findByRole('option', { name: option }))
}

describe('the form Purchase a Label', () => {
  it('starts with the defaults of the specification and saves nothing by itself', async () => {
    const kept = keepShipment()
    await openForm()
    expect(list('Parcel', 'Package')).toHaveValue('Parcel (your own box)')
    expect(list('Options', 'Delivery confirmation')).toHaveValue('No signature')
    expect(section('Return address').getByRole('switch')).toBeChecked()
    expect(section('Return address').queryByRole('textbox')).toBeNull()
    expect(section('From address').queryByRole('combobox', { name: 'Country' })).toBeNull()
    expect(list('To address', 'Country')).toHaveValue('United States')
    expect(box('To address', 'Name')).toBeRequired()
    expect(box('Parcel', 'Length, in')).toBeRequired()
    expect(screen.queryByRole('region', { name: 'Customs' })).toBeNull()
    expect(await screen.findByText('Max 70 lbs (USPS), 150 lbs (FedEx)')).toBeVisible()
    expect(kept.sent).toEqual([])
  })

  it('is not for sub-users', async () => {
    signedInAs(subUser)
    renderApp('/shipment/new')
    expect(await screen.findByText('Access denied')).toBeVisible()
  })

  it('asks for a return address of its own when it is not the same', async () => {
    keepShipment()
    const { user } = await openForm()
    await user.click(section('Return address').getByRole('switch'))
    expect(list('Return address', 'Street')).toBeVisible()
    expect(list('Return address', 'Country')).toBeVisible()
  })

  it('has a customs form for another country and for the armed forces only', async () => {
    keepShipment()
    const { user } = await openForm()
    fill(box('To address', 'City'), 'apo')
    expect(await screen.findByRole('region', { name: 'Customs' })).toBeVisible()
    fill(box('To address', 'City'), 'Boston')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Customs' })).toBeNull())
    await pick(user, list('To address', 'State'), /Armed Forces Europe/)
    expect(await screen.findByRole('region', { name: 'Customs' })).toBeVisible()
    await pick(user, list('To address', 'Country'), 'Germany')
    expect(await screen.findByRole('region', { name: 'Customs' })).toBeVisible()
    expect(box('To address', 'State or province')).toHaveValue('')
  })

  it('starts customs with its defaults and asks for what an answer needs', async () => {
    keepShipment()
    const { user } = await openForm()
    fill(box('To address', 'City'), 'DPO')
    await screen.findByRole('region', { name: 'Customs' })
    expect(list('Customs', 'Contents')).toHaveValue('Merchandise')
    expect(list('Customs', 'Restriction')).toHaveValue('None')
    expect(list('Customs', 'If it cannot be delivered')).toHaveValue('Return')
    expect(box('Customs', 'EEL or PFC')).toHaveValue('NOEEI 30.37(a)')
    expect(section('Customs').queryByRole('textbox', { name: /What the/ })).toBeNull()
    await pick(user, list('Customs', 'Contents'), 'Other')
    expect(box('Customs', 'What the contents are')).toBeRequired()
    await pick(user, list('Customs', 'Restriction'), 'Quarantine')
    expect(box('Customs', 'What the restriction is')).toBeRequired()
    await user.click(section('Customs').getByRole('checkbox'))
    expect(box('Customs', 'Signer')).toBeRequired()
  })

  it('adds the items of a customs form up', async () => {
    keepShipment()
    const { user } = await openForm()
    fill(box('To address', 'City'), 'DPO')
    const add = await screen.findByRole('button', { name: 'Add item' })
    await user.click(add)
    await user.click(add)
    for (const [at, value, weight] of [
      [1, '12.50', '3.5'],
      [2, '7.55', '4'],
    ] as const) {
      const item = within(screen.getByRole('group', { name: `Item ${at}` }))
      fill(item.getByRole('textbox', { name: 'Total value' }), value)
      fill(item.getByRole('textbox', { name: 'Total weight, oz' }), weight)
    }
    expect(await screen.findByText('$20.05')).toBeVisible()
    expect(screen.getByText('7.5 oz')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Remove item 1' }))
    expect(await screen.findByText('4 oz')).toBeVisible()
  })

  it('tells the insurance fee while the amount is typed', async () => {
    keepShipment()
    await openForm()
    const amount = box('Options', 'Insurance amount')
    fill(amount, '20')
    expect(await screen.findByText('Insurance fee: $0.50')).toBeVisible()
    fill(amount, '250')
    expect(await screen.findByText('Insurance fee: $2.50')).toBeVisible()
    fill(amount, '')
    await waitFor(() => expect(screen.queryByText(/Insurance fee/)).toBeNull())
  })

  it('fills the sides of a fixed package in and says what to know about it', async () => {
    keepShipment()
    const { user } = await openForm()
    await screen.findByText(/Max 70 lbs \(USPS\)/)
    await pick(user, list('Parcel', 'Package'), 'FedEx Small Box')
    await waitFor(() => expect(box('Parcel', 'Length, in')).toHaveValue('12.375'))
    expect(box('Parcel', 'Height, in')).toHaveValue('1.5')
    expect(screen.getByText(/Billed as at least 2 lbs/)).toBeVisible()
  })

  it('takes the weight in pounds and ounces or in ounces', async () => {
    const kept = keepShipment()
    const { user } = await openForm()
    fill(box('Parcel', 'Weight, lb'), '1')
    fill(box('Parcel', 'Weight, oz'), '4')
    await user.click(screen.getByRole('radio', { name: 'oz' }))
    expect(box('Parcel', 'Weight, oz')).toHaveValue('20')
    await waitFor(() => expect(kept.sent.at(-1)?.body.shipment.parcel.weight).toBe(20))
  })

  it('fills in from a warehouse and from a saved package', async () => {
    keepShipment()
    mockServer.use(
      http.get('*/dashboard/user/addresses', () => HttpResponse.json(listOf([warehouse]))),
      http.get('*/dashboard/saved_packages', () =>
        HttpResponse.json(listOf([{ id: 'pkg_1', name: 'Mug', info: '' }])),
      ),
      http.get('*/dashboard/saved_packages/pkg_1', () =>
        HttpResponse.json({ success: true, saved_package: savedPackage() }),
      ),
    )
    const { user } = await openForm()
    await pick(user, await screen.findByRole('combobox', { name: 'Warehouse' }), /Dock 4/)
    await waitFor(() => expect(box('From address', 'City')).toHaveValue('San Francisco'))
    expect(list('From address', 'State')).toHaveValue('CA – California')
    await pick(user, await screen.findByRole('combobox', { name: 'Saved package' }), 'Mug')
    await waitFor(() => expect(box('Parcel', 'Length, in')).toHaveValue('10'))
    expect(box('Parcel', 'Weight, lb')).toHaveValue('1')
    expect(box('Parcel', 'Weight, oz')).toHaveValue('4')
  })

  it('completes addresses while the street is typed, within the US for the sender', async () => {
    keepShipment()
    const asked: string[] = []
    mockServer.use(
      http.get('*/dashboard/addresses/autocomplete', ({ request }) => {
        asked.push(new URL(request.url).search)
        const found = { street1: '1 Market St', city: 'Reno', state: 'NV', zip: '' }
        const items = [{ label: '1 Market St, Reno, NV 89501', address: found }]
        return HttpResponse.json({ success: true, items })
      }),
    )
    const { user } = await openForm()
    fill(box('From address', 'ZIP'), '89501')
    await user.click(list('From address', 'Street'))
    await user.paste('1 Mar')
    await user.click(await screen.findByRole('option', { name: /Reno/ }))
    await waitFor(() => expect(box('From address', 'City')).toHaveValue('Reno'))
    expect(list('From address', 'State')).toHaveValue('NV – Nevada')
    expect(box('From address', 'ZIP')).toHaveValue('89501')
    expect(asked).toEqual(['?q=1%20Mar&country=US'])
  })

  it('starts from the starred warehouse without making a draft of it', async () => {
    const kept = keepShipment()
    mockServer.use(
      http.get('*/dashboard/user/addresses', () =>
        HttpResponse.json(listOf([{ ...warehouse, starred: true }])),
      ),
    )
    await openForm()
    await waitFor(() => expect(box('From address', 'City')).toHaveValue('San Francisco'))
    await new Promise((resolve) => setTimeout(resolve, 1_300))
    expect(kept.sent).toEqual([])
  })
})

describe('a stored shipment', () => {
  it('fills the form', async () => {
    keepShipment(shipment({ options: { ...shipment().options, hub_id: 17 } }))
    await openForm('/shipment/shp_1')
    expect(box('To address', 'Name')).toHaveValue('Jo Doe')
    expect(box('Parcel', 'Length, in')).toHaveValue('10')
    await waitFor(() => expect(list('Options', 'UniUni hub')).toHaveValue('JFK'))
  })

  it('with a tracking code and neither refund nor label status belongs to the summary', async () => {
    keepShipment(shipment({ state: 'bought', tracking_code: '9400' }))
    const { router } = renderApp('/shipment/shp_1')
    await waitFor(() => expect(router.state.location.pathname).toBe('/shipment/shp_1/summary'))
  })

  it('that was bought and refunded stays and says that it cannot be changed', async () => {
    keepShipment(shipment({ state: 'bought', tracking_code: '9400', refund_status: 'refunded' }))
    const { router } = renderApp('/shipment/shp_1')
    expect(await screen.findByText(/has been bought and can no longer be changed/)).toBeVisible()
    expect(router.state.location.pathname).toBe('/shipment/shp_1')
  })

  it('that cannot be loaded says why', async () => {
    keepShipment()
    mockServer.use(
      http.get('*/dashboard/shipments/:id', () => failed(404, { message: 'Shipment not found' })),
    )
    renderApp('/shipment/shp_9')
    expect(await screen.findByText('Shipment not found')).toBeVisible()
  })
})

describe('Get Rates', () => {
  it('creates the shipment and goes to its rates', async () => {
    const kept = keepShipment(shipment({ rates: [rate()] }))
    const { user, router } = await openForm()
    fill(box('To address', 'Name'), 'Jo Doe')
    await user.click(screen.getByRole('button', { name: 'Get Rates' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/shipment/shp_1/rate'))
    expect(kept.sent.map(({ method, body }) => [method, body.draft])).toEqual([['POST', undefined]])
    expect(kept.sent[0]?.body.shipment).toMatchObject({
      to_address: { name: 'Jo Doe', country: 'US' },
      return_address: null,
      customs_info: null,
      parcel: { predefined_package: 'Parcel', weight: '' },
      options: { delivery_confirmation: 'NO_SIGNATURE', hub_id: null },
    })
    router.history.back()
    await waitFor(() => expect(router.state.location.pathname).toBe('/shipment/shp_1'))
  })

  it('puts what the server objects to beside the fields, and the focus on the first', async () => {
    keepShipment()
    mockServer.use(
      http.post<PathParams, { draft?: boolean }>('*/dashboard/shipments', async ({ request }) => {
        const { draft } = await request.json()
        if (draft) return HttpResponse.json({ success: true, shipment: shipment() })
        return failed(422, {
          message: 'Please check the fields',
          errors: {
            'parcel.weight': ['must be given'],
            'to_address.state': ['must be given'],
            'shipment.to_address.zip': ['must have five digits'],
            'customs_info.eel_pfc': ['is wrong'],
          },
        })
      }),
    )
    const { user } = await openForm()
    await user.click(screen.getByRole('button', { name: 'Get Rates' }))
    await waitFor(() => expect(list('To address', 'State')).toHaveFocus())
    expect(list('To address', 'State')).toHaveAccessibleDescription("can't be blank")
    expect(box('To address', 'ZIP')).toHaveAccessibleDescription('must have five digits')
    expect(box('Parcel', 'Weight, lb')).toHaveAccessibleDescription("can't be blank")
    expect(screen.getByText('Customs info eel pfc: is wrong')).toBeVisible()
  })

  it('points to the list of items when customs has none', async () => {
    keepShipment()
    let refuse = true
    // On a slow machine the draft has saved itself before Get Rates is clicked.
    const answer = async ({ request }: { request: Request }) => {
      const isDraft = JSON.stringify(await request.json()).includes('"draft":true')
      if (isDraft || !refuse)
        return HttpResponse.json({ success: true, shipment: shipment(), rates: [], messages: [] })
      refuse = false
      const errors = { 'customs_info.customs_items': ['needs at least one item'] }
      return failed(422, { message: 'Please check the fields', errors })
    }
    mockServer.use(
      http.post('*/dashboard/shipments', answer),
      http.patch('*/dashboard/shipments/shp_1', answer),
    )
    const { user, router } = await openForm()
    fill(box('To address', 'City'), 'APO')
    await screen.findByRole('button', { name: 'Add item' })
    await user.click(screen.getByRole('button', { name: 'Get Rates' }))
    expect(await screen.findByText('needs at least one item')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add item' })).toHaveFocus())
    await user.click(screen.getByRole('button', { name: 'Get Rates' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/shipment/shp_1/rate'))
  })
})
