import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'

import { readStorage } from '@/lib/storage'
import { failed, owner, signedInAs, signedOut } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { listShipments } from '@/testing/shipments'

withMockServer()

// The start page's list.
beforeEach(() => void listShipments())

async function openRecovery(path: string) {
  signedOut()
  const app = renderApp(path)
  await screen.findByRole('heading', { name: 'Forgot password' })
  return app
}
const send = () => screen.getByRole('button', { name: 'SEND INSTRUCTIONS' })

describe('password recovery', () => {
  it('sends nothing while the e-mail is empty', async () => {
    const { user } = await openRecovery('/forgot-password')
    expect(send()).toBeDisabled()
    await user.type(screen.getByLabelText('Email'), 'a@example.com')
    expect(send()).toBeEnabled()
  })

  it('takes the e-mail from the query string and confirms', async () => {
    let sent: unknown
    mockServer.use(
      http.post('*/users/password', async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json({ success: true, message: 'Reset password email sent.' })
      }),
    )
    const { user } = await openRecovery('/forgot-password?email=a%2Bb%40example.com')
    await user.click(send())
    expect(await screen.findByText('Reset password email sent.')).toBeVisible()
    expect(sent).toEqual({ user: { email: 'a+b@example.com' } })
  })

  it.each([
    [() => failed(429, { message: 'Too many requests.' }), 'Too many requests.'],
    [() => HttpResponse.error(), 'Error sending email.'],
  ])('tells what went wrong (%#)', async (answer, words) => {
    mockServer.use(http.post('*/users/password', answer))
    const { user } = await openRecovery('/forgot-password?email=a%40example.com')
    await user.click(send())
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
  })

  it('leads back to the sign-in page', async () => {
    const { user } = await openRecovery('/forgot-password')
    await user.click(screen.getByRole('link', { name: 'BACK TO LOGIN' }))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
})

describe('the mailed link', () => {
  const newPassword = () => screen.getByLabelText('New password')
  const repeat = () => screen.getByLabelText('Repeat password')

  it('sets the password and signs in', async () => {
    signedOut()
    let sent: unknown
    mockServer.use(
      http.put('*/users/password', async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json({ success: true, message: '', data: { api_token: 'fresh' } })
      }),
      http.get('*/dashboard/user', () => HttpResponse.json({ success: true, user: owner })),
    )
    const { user } = renderApp('/set-password#wbr_token')
    await screen.findByRole('heading', { name: 'Set a new password' })
    await user.type(newPassword(), 'short')
    await user.type(repeat(), 'other{Enter}')
    expect(await screen.findByText('New password should be at least 8 characters')).toBeVisible()
    expect(screen.getByText('Password and repeat password should match')).toBeVisible()
    await user.clear(newPassword())
    await user.type(newPassword(), 'long enough')
    await user.clear(repeat())
    await user.type(repeat(), 'long enough{Enter}')
    expect(await screen.findByRole('heading', { name: 'Shipments' })).toBeVisible()
    expect(sent).toEqual({
      user: {
        reset_token: 'wbr_token',
        password: 'long enough',
        password_confirmation: 'long enough',
      },
    })
    expect(readStorage().key).toBe('fresh')
  })

  it('of the other server sets it there, in whatever browser it is opened', async () => {
    signedOut()
    let asked = ''
    mockServer.use(
      http.put('*/users/password', ({ request }) => {
        asked = new URL(request.url).pathname
        return HttpResponse.json({ success: true, message: '', data: { api_token: 'fresh' } })
      }),
      http.get('*/dashboard/user', () => HttpResponse.json({ success: true, user: owner })),
    )
    const { user } = renderApp('/set-password?server=alternate#wbr_token')
    await screen.findByRole('heading', { name: 'Set a new password' })
    await user.type(newPassword(), 'long enough')
    await user.type(repeat(), 'long enough{Enter}')
    expect(await screen.findByRole('heading', { name: 'Shipments' })).toBeVisible()
    expect(asked).toBe('/test/users/password')
    expect(readStorage()).toMatchObject({ key: 'fresh', server: 'beta' })
  })

  it('that is stale says so and offers a new one', async () => {
    signedOut()
    mockServer.use(
      http.put('*/users/password', () =>
        failed(422, { message: 'This link has expired or was used already.', code: 'expired' }),
      ),
    )
    const { user } = renderApp('/set-password#wbr_token')
    await screen.findByRole('heading', { name: 'Set a new password' })
    await user.type(newPassword(), 'long enough')
    await user.type(repeat(), 'long enough{Enter}')
    expect(await screen.findByText('This link has expired or was used already.')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Ask for a new link' }))
    expect(await screen.findByRole('heading', { name: 'Forgot password' })).toBeVisible()
  })

  it('without a token is no link', async () => {
    signedOut()
    renderApp('/set-password')
    expect(await screen.findByRole('heading', { name: 'This link cannot be used' })).toBeVisible()
  })
})

async function openChange() {
  signedInAs(owner)
  const app = renderApp('/reset-password')
  await screen.findByRole('heading', { name: 'Reset Password' })
  return app
}
const save = () => screen.getByRole('button', { name: 'Save changes' })

describe('changing the password', () => {
  it('refuses in the three texts of the specification', async () => {
    const { user } = await openChange()
    await user.click(save())
    expect(
      await screen.findByText('Current password should be at least 8 characters'),
    ).toBeVisible()
    expect(screen.getByText('New password should be at least 8 characters')).toBeVisible()
    expect(screen.getByText('Password and repeat password should match')).toBeVisible()
  })

  it('shows what the server said and empties the fields', async () => {
    mockServer.use(
      http.patch('*/dashboard/user/password', () =>
        HttpResponse.json({ success: true, message: 'Your password was changed.' }),
      ),
    )
    const { user } = await openChange()
    await user.type(screen.getByLabelText('Current password'), 'old enough')
    await user.type(screen.getByLabelText('New password'), 'new enough')
    await user.type(screen.getByLabelText('Repeat password'), 'new enough')
    await user.click(save())
    expect(await screen.findByText('Your password was changed.')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveValue(''))
  })

  it('brings a wrong current password to its field', async () => {
    mockServer.use(
      http.patch('*/dashboard/user/password', () =>
        failed(422, { message: 'No', errors: { 'user.current_password': ['is wrong'] } }),
      ),
    )
    const { user } = await openChange()
    await user.type(screen.getByLabelText('Current password'), 'not my own')
    await user.type(screen.getByLabelText('New password'), 'new enough')
    await user.type(screen.getByLabelText('Repeat password'), 'new enough{Enter}')
    expect(await screen.findByText('is wrong')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveFocus())
  })
})
