import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { CarrierAccount } from '@/api/carrierAccounts'
import { failed, owner, signedInAs, subUser } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

withMockServer()

const MASKED = { key: '••••1234', meter: '••22', password: '••••', account_number: '••9' }

const fedex: CarrierAccount = {
  id: 'ca_1',
  public_id: 'ca_1',
  carrier: 'FedEx',
  description: 'Main dock',
  custom: true,
  credentials: MASKED,
}

let accounts: CarrierAccount[] = []
const sent = vi.fn<(method: string, body: unknown) => void>()

beforeEach(() => {
  sent.mockReset()
  accounts = [fedex]
  signedInAs(owner)
  const keep = async ({ request }: { request: Request }) => {
    sent(request.method, await request.json())
    return HttpResponse.json({ success: true, carrier_account: fedex, message: 'It works' })
  }
  mockServer.use(
    http.get('*/dashboard/carrier_accounts', () =>
      HttpResponse.json({
        success: true,
        items: accounts,
        managed: [{ carrier: 'USPS', name: 'USPS', description: 'Our account' }],
      }),
    ),
    http.post('*/dashboard/carrier_accounts', keep),
    http.post('*/dashboard/carrier_accounts/test', keep),
    http.patch('*/dashboard/carrier_accounts/ca_1', keep),
    http.delete('*/dashboard/carrier_accounts/ca_1', () => {
      accounts = []
      return HttpResponse.json({ success: true, message: 'Deleted' })
    }),
  )
})

async function open() {
  const app = renderApp('/carrier-accounts')
  await screen.findByText('Main dock')
  return app
}

async function openDialog(button: string, title: string) {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: button }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: title })) }
}

const create = () => openDialog('Create new Carrier Account', 'Create new Carrier Account')
const edit = () => openDialog('Edit FedEx Main dock', 'Edit Carrier Account')

describe('the Carrier Accounts screen', () => {
  it('names the included carriers and lists the own accounts', async () => {
    await open()
    expect(screen.getByText('USPS')).toBeVisible()
    for (const name of ['Carrier', 'Description', 'ID', 'Action']) {
      expect(screen.getByRole('columnheader', { name })).toBeVisible()
    }
    expect(screen.getByRole('cell', { name: 'FedEx' })).toBeVisible()
  })

  it('is closed to sub-users', async () => {
    signedInAs(subUser)
    renderApp('/carrier-accounts')
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
  })

  it('deletes only after a yes', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Delete FedEx Main dock' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('There is no data to show here!')).toBeVisible()
  })
})

describe('creating', () => {
  it('needs every FedEx credential', async () => {
    const { user, dialog } = await create()
    const submit = dialog.getByRole('button', { name: 'Create' })
    await user.type(dialog.getByLabelText(/^Key/), 'k')
    await user.type(dialog.getByLabelText(/^Meter/), 'm')
    await user.type(dialog.getByLabelText(/^Password/), 'p')
    expect(submit).toBeDisabled()
    expect(dialog.getByRole('button', { name: 'Test connection' })).toBeDisabled()
    await user.type(dialog.getByLabelText(/^Account number/), '9')
    expect(submit).toBeEnabled()
    await user.type(dialog.getByLabelText(/^Description/), 'Dock')
    await user.click(submit)
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith('POST', {
        carrier_account: {
          carrier: 'FedEx',
          description: 'Dock',
          credentials: { key: 'k', meter: 'm', password: 'p', account_number: '9' },
        },
      }),
    )
  })

  it('asks UPS for a user id instead of a meter, and offers no SmartPost', async () => {
    const { user, dialog } = await create()
    await user.click(dialog.getByLabelText('Carrier'))
    await user.click(await screen.findByRole('option', { name: 'UPS' }))
    expect(await dialog.findByLabelText(/^User ID/)).toBeVisible()
    expect(dialog.queryByLabelText(/^Meter/)).not.toBeInTheDocument()
    expect(dialog.queryByLabelText('SmartPost')).not.toBeInTheDocument()
  })

  it('with SmartPost needs its credentials too, and its switch resets them', async () => {
    const { user, dialog } = await create()
    for (const name of [/^Key/, /^Meter/, /^Password/, /^Account number/]) {
      await user.type(dialog.getByLabelText(name), 'x')
    }
    const submit = dialog.getByRole('button', { name: 'Create' })
    expect(submit).toBeEnabled()
    await user.click(dialog.getByLabelText('SmartPost'))
    expect(submit).toBeDisabled()
    for (const name of ['key', 'meter', 'password', 'account number']) {
      await user.type(dialog.getByLabelText(new RegExp(`^SmartPost ${name}`)), 's')
    }
    expect(submit).toBeEnabled()
    await user.click(dialog.getByLabelText('SmartPost'))
    await user.click(dialog.getByLabelText('SmartPost'))
    expect(dialog.getByLabelText(/^SmartPost key/)).toHaveValue('')
    expect(submit).toBeDisabled()
    await user.click(dialog.getByLabelText('SmartPost'))
    await user.click(submit)
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith('POST', {
        carrier_account: {
          carrier: 'FedEx',
          description: '',
          credentials: { key: 'x', meter: 'x', password: 'x', account_number: 'x' },
        },
      }),
    )
  })

  it('shows what the server says inside the dialog', async () => {
    mockServer.use(
      http.post('*/dashboard/carrier_accounts', () =>
        failed(422, { message: 'FedEx does not know this account' }),
      ),
    )
    const { user, dialog } = await create()
    for (const name of [/^Key/, /^Meter/, /^Password/, /^Account number/]) {
      await user.type(dialog.getByLabelText(name), 'x')
    }
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect(await dialog.findByText('FedEx does not know this account')).toBeVisible()
  })

  it('tests the connection', async () => {
    const { user, dialog } = await create()
    for (const name of [/^Key/, /^Meter/, /^Password/, /^Account number/]) {
      await user.type(dialog.getByLabelText(name), 'x')
    }
    await user.click(dialog.getByRole('button', { name: 'Test connection' }))
    expect(await dialog.findByText('It works')).toBeVisible()
    expect(sent).toHaveBeenCalledWith('POST', {
      carrier_account: {
        carrier: 'FedEx',
        credentials: { key: 'x', meter: 'x', password: 'x', account_number: 'x' },
      },
    })
  })
})

describe('editing', () => {
  it('fixes the carrier, shows secrets masked and keeps those left empty', async () => {
    const { user, dialog } = await edit()
    expect(dialog.getByLabelText('Carrier')).toBeDisabled()
    expect(dialog.getByText('Stored: ••••1234. Leave empty to keep it.')).toBeVisible()
    const submit = dialog.getByRole('button', { name: 'Update' })
    expect(submit).toBeEnabled()
    await user.type(dialog.getByLabelText(/^Password/), 'new')
    await user.click(submit)
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith('PATCH', {
        carrier_account: { description: 'Main dock', credentials: { password: 'new' } },
      }),
    )
  })

  it('takes SmartPost away when its switch is off', async () => {
    accounts = [{ ...fedex, credentials: { ...MASKED, smart_post: MASKED } }]
    const { user, dialog } = await edit()
    expect(dialog.getByLabelText('SmartPost')).toBeChecked()
    await user.click(dialog.getByLabelText('SmartPost'))
    await user.click(dialog.getByRole('button', { name: 'Update' }))
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith('PATCH', {
        carrier_account: { description: 'Main dock', credentials: { smart_post: null } },
      }),
    )
  })
})
