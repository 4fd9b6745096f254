import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { User } from '@/api/user'
import { paymentMethods, personWith } from '@/testing/billing'
import { failed, owner, signedInAs } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

withMockServer()

const external: User = { ...owner, externally_billed: true }
const sent = vi.fn<(body: unknown) => void>()
let stored = { billing_enabled: false, tos_accepted: false }

beforeEach(() => {
  sent.mockReset()
  stored = { billing_enabled: false, tos_accepted: false }
  signedInAs(external)
  mockServer.use(
    http.get('*/dashboard/payment_methods', () =>
      HttpResponse.json({ success: true, ...paymentMethods() }),
    ),
    http.get('*/dashboard/business_information', () =>
      HttpResponse.json({ success: true, ...stored }),
    ),
    http.post('*/dashboard/business_information', async ({ request }) => {
      sent(await request.json())
      const location = 'https://connect.stripe.example/setup/1'
      return HttpResponse.json({ success: true, location })
    }),
  )
})

async function open() {
  const app = renderApp('/business-information')
  const update = await screen.findByRole('button', { name: 'Update' })
  return { ...app, update }
}

describe('the Business Information screen', () => {
  it('needs the agreement before Update, and follows the location', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    const { user, update } = await open()
    expect(update).toBeDisabled()
    await user.click(screen.getByRole('checkbox', { name: /services agreement/ }))
    expect(update).toBeEnabled()
    await user.click(update)
    await waitFor(() =>
      expect(assign).toHaveBeenCalledWith('https://connect.stripe.example/setup/1'),
    )
    expect(sent).toHaveBeenCalledWith({ tos_acceptance: '1' })
  })

  it('asks no second time once it was accepted', async () => {
    stored = { billing_enabled: false, tos_accepted: true }
    const { update } = await open()
    expect(update).toBeEnabled()
    expect(screen.getByRole('checkbox')).toBeChecked()
    expect(screen.getByRole('checkbox')).toBeDisabled()
    expect(screen.getByText('Your business account is pending verification')).toBeVisible()
  })

  it('says that the account is verified', async () => {
    stored = { billing_enabled: true, tos_accepted: true }
    await open()
    expect(screen.getByText('Your business account is verified.')).toBeVisible()
  })

  it('links the agreement when the processor is Stripe', async () => {
    const keys = {
      card_provider: { kind: 'stripe', public_key: 'pk_1' },
      bank_link: { kind: null, env: null },
    }
    mockServer.use(
      http.get('*/dashboard/payment_methods', () =>
        HttpResponse.json({ success: true, ...paymentMethods(), keys }),
      ),
    )
    await open()
    expect(await screen.findByRole('link', { name: /services agreement/ })).toHaveAttribute(
      'href',
      'https://stripe.com/connect-account/legal',
    )
  })

  it('tells a failure and stays', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    mockServer.use(
      http.post('*/dashboard/business_information', () =>
        failed(502, { message: 'The processor did not answer' }),
      ),
    )
    const { user, update } = await open()
    await user.click(screen.getByRole('checkbox'))
    await user.click(update)
    const dialog = within(await screen.findByRole('dialog', { name: 'Failure' }))
    expect(dialog.getByText('The processor did not answer')).toBeVisible()
    expect(assign).not.toHaveBeenCalled()
  })

  it.each([
    ['an owner who is not externally billed', owner],
    ['a sub-user', personWith(external, 'billing_settings', 'billing_reporting')],
  ])('is closed to %s', async (_who, user) => {
    signedInAs(user)
    renderApp('/business-information')
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
  })
})
