import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'

import { failed, owner, signedInAs, subUser } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { keepShipment } from '@/testing/shipping'

import { DUMMY_DESTINATION } from './overrides'
import { hearDryRun, keepUpload, looker } from './testing'

withMockServer()
beforeEach(() => signedInAs(owner))

const open = () => renderApp('/shipment-upload/upl_1')
const step = (name: string) => screen.findByRole('heading', { level: 2, name })
const button = (name: string) => screen.getByRole('button', { name })
const fieldOf = (name: string) => screen.getByRole('combobox', { name: `Field for ${name}` })

describe('the wizard', () => {
  it('shows a loading line for a status it does not know, and follows it', async () => {
    const kept = keepUpload({ status: 'importing' })
    open()
    expect(await screen.findByRole('list', { name: 'Steps' })).toBeVisible()
    expect(screen.getByText('Loading...')).toBeVisible()
    kept.status = { ...kept.status, status: 'initialized' }
    expect(await step('Assign Mapping')).toBeVisible()
  })

  it('says that it lost the server, and goes on', async () => {
    const kept = keepUpload({ status: 'rating', processed_rows_count: 1 })
    open()
    expect(await screen.findByText('Getting rates: 1 out of 3 shipments')).toBeVisible()
    const outage = http.get('*/dashboard/shipment_uploads/:id/status', () => HttpResponse.error())
    mockServer.use(outage)
    expect(await screen.findByText(/The connection was lost/)).toBeVisible()
    mockServer.resetHandlers()
    signedInAs(owner)
    const again = keepUpload({ ...kept.status, processed_rows_count: 2 })
    expect(await screen.findByText('Getting rates: 2 out of 3 shipments')).toBeVisible()
    expect(screen.queryByText(/The connection was lost/)).toBeNull()
    expect(again.sent).toEqual([])
  })

  it('is closed to those who may not look at shipments', async () => {
    signedInAs(subUser)
    open()
    expect(await screen.findByText('Access denied')).toBeVisible()
  })

  it('lets those who may look see where it stands, and change nothing', async () => {
    signedInAs(looker)
    keepUpload()
    open()
    expect(await screen.findByText('The account owner has to take this step.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Confirm Mapping' })).toBeNull()
  })
})

describe('assigning the mapping', () => {
  it('shows samples and suggestions, and sends the choice', async () => {
    keepShipment()
    const kept = keepUpload()
    const { user } = open()
    expect(await screen.findByText('Happy birthday')).toBeVisible()
    expect(fieldOf('Recipient')).toHaveValue('to_address.name')
    expect(fieldOf('Gift note')).toHaveValue('omit')
    expect(screen.getAllByText('Suggested')).toHaveLength(4)
    fireEvent.change(fieldOf('Gift note'), { target: { value: 'shop_order_id' } })
    fireEvent.change(screen.getByRole('textbox', { name: 'Save this mapping as' }), {
      target: { value: ' My shop ' },
    })
    await user.click(button('Confirm Mapping'))
    expect(await step('Import Upload')).toBeVisible()
    expect(kept.sent).toEqual([
      {
        step: 'update_maps',
        body: {
          maps: {
            0: 'to_address.name',
            1: 'to_address.street1',
            2: 'to_address.city',
            3: 'to_address.zip',
            4: 'shop_order_id',
          },
          save_as: 'My shop',
        },
      },
    ])
  })

  it('cannot be confirmed while the columns load', async () => {
    keepUpload()
    let answer: () => void = () => undefined
    const asked = new Promise<void>((resolve) => (answer = resolve))
    mockServer.use(
      http.get('*/dashboard/shipment_uploads/:id/maps', async () => {
        await asked
        return failed(503, { message: 'Busy' })
      }),
    )
    open()
    expect(await screen.findByRole('button', { name: 'Confirm Mapping' })).toBeDisabled()
    answer()
    expect(await screen.findByText('Busy')).toBeVisible()
  })

  it('takes a saved mapping', async () => {
    keepShipment()
    const kept = keepUpload()
    const { user } = open()
    await screen.findByText('Happy birthday')
    const picker = screen.getByRole('combobox', { name: 'Saved mapping' })
    await waitFor(() => expect(picker).toBeEnabled())
    await user.click(picker)
    await user.click(await screen.findByRole('option', { name: 'Shop export' }))
    expect(fieldOf('Street')).toHaveValue('omit')
    expect(fieldOf('Postcode')).toHaveValue('to_address.zip')
    expect(screen.getByText(/No column gives: Street 1, City/)).toBeVisible()
    await user.click(button('Confirm Mapping'))
    await step('Import Upload')
    expect(kept.sent[0]?.body).toMatchObject({ mapping_id: 'map_1' })
  })

  it('refuses a field that two columns fill, without asking the server', async () => {
    const kept = keepUpload()
    const { user } = open()
    await screen.findByText('Happy birthday')
    fireEvent.change(fieldOf('Gift note'), { target: { value: 'to_address.city' } })
    await user.click(button('Confirm Mapping'))
    expect(fieldOf('Gift note')).toHaveAccessibleDescription('Another column is this field already')
    expect(kept.sent).toEqual([])
  })

  it('shows what the server refuses beside its column', async () => {
    keepUpload()
    mockServer.use(
      http.post('*/dashboard/shipment_uploads/:id/update_maps', () =>
        failed(422, { message: 'No', errors: { 'maps.3': ['is no ZIP'], save_as: ['is taken'] } }),
      ),
    )
    const { user } = open()
    await screen.findByText('Happy birthday')
    await user.click(button('Confirm Mapping'))
    await waitFor(() => expect(fieldOf('Postcode')).toHaveAccessibleDescription('is no ZIP'))
    expect(
      screen.getByRole('textbox', { name: 'Save this mapping as' }),
    ).toHaveAccessibleDescription('is taken')
    expect(button('Confirm Mapping')).toBeEnabled()
  })
})

async function openImport() {
  const app = open()
  await step('Import Upload')
  await screen.findByRole('form', { name: 'Import Upload' })
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'ZIP' })).toHaveValue('94104'))
  return app
}

describe('importing', () => {
  it('tries the values on a fixed destination first, then rates', async () => {
    const heard = hearDryRun()
    const kept = keepUpload({ status: 'mapped' })
    const { user } = await openImport()
    fireEvent.change(screen.getByRole('textbox', { name: 'Weight, oz' }), {
      target: { value: '12' },
    })
    await user.click(button('Get Rates'))
    expect(await screen.findByText('Getting rates: 0 out of 3 shipments')).toBeVisible()
    expect(heard).toHaveBeenCalledTimes(1)
    expect(heard).toHaveBeenCalledWith({
      validate_only: true,
      shipment: expect.objectContaining({
        to_address: DUMMY_DESTINATION,
        from_address: expect.objectContaining({ zip: '94104', country: 'US' }),
        return_address: null,
      }),
    })
    expect(kept.sent).toEqual([
      {
        step: 'rate',
        body: {
          overrides: {
            from_address: expect.objectContaining({ zip: '94104' }),
            return_address: null,
            parcel: expect.objectContaining({ weight: 12, predefined_package: 'Parcel' }),
            options: expect.objectContaining({ delivery_confirmation: 'NO_SIGNATURE' }),
          },
        },
      },
    ])
  })

  it('rates nothing when the dry run finds faults, and shows them beside their fields', async () => {
    hearDryRun(() =>
      failed(422, {
        message: 'Please check the fields',
        errors: { 'from_address.zip': ['is unknown'], 'parcel.weight': ['must be given'] },
      }),
    )
    const kept = keepUpload({ status: 'mapped' })
    const { user } = await openImport()
    await user.click(button('Get Rates'))
    const zip = screen.getByRole('textbox', { name: 'ZIP' })
    await waitFor(() => expect(zip).toHaveAccessibleDescription('is unknown'))
    expect(zip).toHaveFocus()
    expect(screen.getByRole('textbox', { name: 'Weight, lb' })).toHaveAccessibleDescription(
      "can't be blank",
    )
    expect(kept.sent).toEqual([])
  })

  it('goes back to the mapping', async () => {
    hearDryRun()
    keepUpload({ status: 'mapped' })
    const { user } = await openImport()
    await user.click(button('Change Mapping'))
    expect(await step('Assign Mapping')).toBeVisible()
    await screen.findByText('Happy birthday')
    await user.click(button('Confirm Mapping'))
    expect(await step('Import Upload')).toBeVisible()
  })
})
