import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { personWith } from '@/testing/billing'
import { failed, owner, signedInAs } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

withMockServer()

const contact = { street_name: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' }
const sent = vi.fn<(body: unknown) => void>()

function billed(changes: object = {}) {
  const user = { ...owner, contact_address: contact, billing_address: null, ...changes }
  mockServer.use(http.get('*/dashboard/user', () => HttpResponse.json({ success: true, user })))
}

beforeEach(() => {
  sent.mockReset()
  signedInAs(owner)
  billed()
  mockServer.use(
    http.patch('*/dashboard/user', async ({ request }) => {
      sent(await request.json())
      return HttpResponse.json({ success: true, user: owner })
    }),
  )
})

async function open() {
  const app = renderApp('/billing-information')
  await screen.findByRole('heading', { name: 'Contact information' })
  return app
}

const save = () => screen.getByRole('button', { name: 'Save Changes' })
const same = () =>
  screen.getByRole('switch', { name: 'Billing address is the same as the contact address' })

describe('the Billing Information screen', () => {
  it('shows who is billed, and saves changes with the address as attributes', async () => {
    const { user } = await open()
    expect(screen.getByLabelText(/^Email/)).toHaveValue('owner@example.com')
    expect(screen.getByLabelText(/^Street/)).toHaveValue('350 5th Ave')
    await user.clear(screen.getByLabelText(/^Full name/))
    await user.type(screen.getByLabelText(/^Full name/), 'Acme & Sons')
    await user.type(screen.getByLabelText('Phone'), '212-555-0100')
    await user.click(save())
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith({
        user: {
          name: 'Acme & Sons',
          email: 'owner@example.com',
          phone: '212-555-0100',
          billing_eq_contact: true,
        },
        contact_address_attributes: contact,
      }),
    )
    expect(await screen.findByText('The billing information was saved')).toBeVisible()
    expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument()
  })

  it('asks for a billing address of its own only when it is another one', async () => {
    const { user } = await open()
    expect(same()).toBeChecked()
    expect(screen.queryByRole('heading', { name: 'Billing address' })).not.toBeInTheDocument()
    await user.click(same())
    expect(await screen.findByRole('heading', { name: 'Billing address' })).toBeVisible()
    await user.type(screen.getAllByLabelText(/^Street/)[1] ?? document.body, '9 Elm St')
    await user.type(screen.getAllByLabelText(/^City/)[1] ?? document.body, 'Beverly Hills')
    await user.type(screen.getAllByLabelText(/^ZIP/)[1] ?? document.body, '90210')
    await user.click(save())
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
    expect(sent).toHaveBeenCalledWith(
      expect.objectContaining({
        user: expect.objectContaining({ billing_eq_contact: false }),
        billing_address_attributes: {
          street_name: '9 Elm St',
          city: 'Beverly Hills',
          state: '',
          zip: '90210',
        },
      }),
    )
  })

  it('shows a stored billing address', async () => {
    billed({ billing_eq_contact: false, billing_address: { ...contact, city: 'Albany' } })
    await open()
    expect(screen.getAllByLabelText(/^City/).map((field) => field.getAttribute('name'))).toEqual([
      'contact_address.city',
      'billing_address.city',
    ])
    expect(screen.getAllByLabelText(/^City/)[1]).toHaveValue('Albany')
  })

  it('brings errors to their fields, and those of the whole to the top', async () => {
    mockServer.use(
      http.patch('*/dashboard/user', () =>
        failed(422, {
          message: 'Invalid',
          errors: {
            'user.email': ['has already been taken'],
            'contact_address.zip': ['must be given'],
            base: ['This address cannot be billed'],
          },
        }),
      ),
    )
    const { user } = await open()
    await user.click(save())
    expect(await screen.findByText('has already been taken')).toBeVisible()
    expect(screen.getByText("can't be blank")).toBeVisible()
    expect(screen.getByText('This address cannot be billed')).toBeVisible()
    expect(screen.getByLabelText(/^Email/)).toBeInvalid()
    await waitFor(() => expect(screen.getByLabelText(/^Email/)).toHaveFocus())
    expect(screen.getByLabelText(/^ZIP/)).toBeInvalid()
  })

  it('guards unsaved changes', async () => {
    const { user, router } = await open()
    await user.type(screen.getByLabelText('Phone'), '1')
    expect(await screen.findByText('Unsaved changes')).toBeVisible()
    void router.navigate({ to: '/welcome' })
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(router.state.location.pathname).toBe('/billing-information')
    void router.navigate({ to: '/welcome' })
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/welcome'))
  })

  it('is open to sub-users with billing_settings, and closed to others', async () => {
    billed({ person: personWith(owner, 'billing_settings').person })
    const first = await open()
    first.unmount()
    billed({ person: personWith(owner, 'billing_reporting').person })
    renderApp('/billing-information')
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
  })
})
