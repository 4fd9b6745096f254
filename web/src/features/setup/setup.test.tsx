import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'

import { readStorage } from '@/lib/storage'
import { failed, owner } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { listShipments } from '@/testing/shipments'

withMockServer()

// The start page's list.
beforeEach(() => void listShipments())

let required = true

async function openPage() {
  required = true
  mockServer.use(http.get('*/users/setup', () => HttpResponse.json({ success: true, required })))
  const app = renderApp('/')
  await screen.findByRole('heading', { name: 'Welcome to Waybill' })
  return app
}

const submit = () => screen.getByRole('button', { name: 'Create account and sign in' })

describe('set-up', () => {
  it('asks for everything it needs', async () => {
    const { user } = await openPage()
    await user.type(screen.getByLabelText('Password'), 'long enough')
    await user.click(submit())
    expect(await screen.findAllByText('cannot be empty')).toHaveLength(2)
    expect(screen.getByText('Password and repeat password should match')).toBeVisible()
    expect(screen.getByText('Please accept the terms to go on')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
  })

  it('lets the terms be read', async () => {
    mockServer.use(
      http.get('*/dashboard/terms.json', () =>
        HttpResponse.json({ success: true, version: 1, title: 'The terms', body: '<p>Text</p>' }),
      ),
    )
    const { user } = await openPage()
    const [link] = screen.getAllByRole('button', { name: 'Terms & Conditions' })
    if (!link) throw new Error('no link')
    await user.click(link)
    expect(await screen.findByRole('dialog', { name: 'The terms' })).toHaveTextContent('Text')
    expect(screen.getByRole('checkbox')).not.toBeChecked()
  })

  it('brings objections to their fields, then creates the owner and signs in', async () => {
    const sent: unknown[] = []
    mockServer.use(
      http.post('*/users/setup', async ({ request }) => {
        sent.push(await request.json())
        if (sent.length === 1) {
          return failed(422, { message: 'No', errors: { 'owner.email': ['is no e-mail address'] } })
        }
        required = false
        const reply = { success: true, message: 'Welcome', data: { api_token: 'fresh' } }
        return HttpResponse.json(reply, { status: 201 })
      }),
      http.get('*/dashboard/user', () => HttpResponse.json({ success: true, user: owner })),
    )
    const { user } = await openPage()
    await user.type(screen.getByLabelText('Name'), 'Acme Shipping')
    await user.type(screen.getByLabelText('Email'), 'owner')
    await user.type(screen.getByLabelText('Password'), 'long enough')
    await user.type(screen.getByLabelText('Repeat password'), 'long enough')
    await user.click(screen.getByRole('checkbox'))
    await user.click(submit())
    expect(await screen.findByText('is no e-mail address')).toBeVisible()
    await user.type(screen.getByLabelText('Email'), '@example.com{Enter}')
    expect(await screen.findByRole('heading', { name: 'Shipments' })).toBeVisible()
    expect(sent[1]).toEqual({
      owner: {
        name: 'Acme Shipping',
        email: 'owner@example.com',
        password: 'long enough',
        password_confirmation: 'long enough',
      },
      accept_terms: true,
    })
    expect(readStorage()).toMatchObject({ key: 'fresh', server: 'development' })
  })

  it('is closed once there is an owner', async () => {
    mockServer.use(
      http.get('*/users/setup', () => HttpResponse.json({ success: true, required: false })),
    )
    const { router } = renderApp('/setup')
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/')
  })
})
