import { screen, waitFor } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'

import { setConfig } from '@/api/config'
import { readStorage, updateStorage } from '@/lib/storage'
import { failed, NO_PERMISSIONS, owner, signedInAs, signedOut, subUser } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, testConfig, withMockServer } from '@/testing/server'
import { listShipments } from '@/testing/shipments'

withMockServer()

// The start page's list.
beforeEach(() => void listShipments())

async function openLogin(path = '/') {
  const app = renderApp(path)
  await screen.findByRole('heading', { name: 'Sign in' })
  return app
}

const email = () => screen.getByLabelText('Email')
const password = () => screen.getByLabelText('Password')
const signInButton = () => screen.getByRole('button', { name: 'Sign in' })

async function signInAgainst(response: () => Response | Promise<Response>, path = '/') {
  mockServer.use(http.post('*/users/sign_in', response))
  const app = await openLogin(path)
  await app.user.type(email(), 'owner@example.com')
  await app.user.type(password(), 'long enough')
  await app.user.click(signInButton())
  return app
}

function exchangeAnswers(response: () => Response) {
  const asked: number[] = []
  mockServer.use(
    http.get('*/dashboard/api_keys/:token', ({ params }) => {
      asked.push(performance.now())
      return params['token'] === 'abc' ? response() : failed(404, { message: 'wrong token' })
    }),
  )
  return asked
}

describe('the sign-in page', () => {
  beforeEach(() => signedOut())

  it('refuses an empty e-mail and a short password in the words of the specification', async () => {
    const { user } = await openLogin()
    await user.type(password(), 'short')
    await user.click(signInButton())
    expect(await screen.findByText('cannot be empty')).toBeVisible()
    expect(screen.getByText('should be at least 8 characters')).toBeVisible()
    await waitFor(() => expect(email()).toHaveFocus())
  })

  it('shows what the server says about a failed sign-in', async () => {
    await signInAgainst(() => failed(401, { message: 'Invalid email or password.' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email or password.')
    expect(readStorage().key).toBeNull()
  })

  it("shows 'Login error!' when the server says nothing", async () => {
    await signInAgainst(() => HttpResponse.error())
    expect(await screen.findByRole('alert')).toHaveTextContent('Login error!')
  })

  it('locks the form while it waits', async () => {
    await signInAgainst(async () => {
      await delay('infinite')
      return HttpResponse.error()
    })
    await waitFor(() => expect(password()).toBeDisabled())
  })

  it('sends what was typed, stores the session and goes on to the start page', async () => {
    let sent: unknown
    mockServer.use(
      http.post('*/users/sign_in', async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json({ success: true, message: '', data: { api_token: 'fresh' } })
      }),
      http.get('*/dashboard/user', () => HttpResponse.json({ success: true, user: owner })),
    )
    const { user, router } = await openLogin()
    await user.type(email(), '  owner@example.com ')
    await user.type(password(), 'long enough{Enter}')
    expect(await screen.findByRole('heading', { name: 'Shipments' })).toBeVisible()
    expect(sent).toEqual({ user: { email: 'owner@example.com', password: 'long enough' } })
    expect(readStorage().key).toBe('fresh')
    expect(router.state.location.pathname).toBe('/shipments')
  })

  it('takes the typed e-mail along to password recovery', async () => {
    const { user, router } = await openLogin()
    await user.type(email(), 'a+b@example.com')
    await user.click(screen.getByRole('link', { name: 'Forgot Password' }))
    await screen.findByRole('heading', { name: 'Forgot password' })
    expect(router.state.location.search).toEqual({ email: 'a+b@example.com' })
    expect(email()).toHaveValue('a+b@example.com')
  })

  it('offers the other server outside production only', async () => {
    const { user, unmount } = await openLogin()
    await user.click(screen.getByRole('radio', { name: 'Test data' }))
    await waitFor(() => expect(readStorage().server).toBe('beta'))
    expect(await screen.findByRole('complementary', { name: 'Test mode' })).toBeVisible()
    unmount()
    setConfig({ ...testConfig, production: true })
    await openLogin()
    expect(screen.queryByRole('radio', { name: 'Test data' })).not.toBeInTheDocument()
  })

  it('says so when a sign-in link has expired, even to who is signed in', async () => {
    updateStorage({ key: 'still good' })
    await openLogin('/?link=expired')
    expect(screen.getByText('This sign-in link has expired. Please sign in.')).toBeVisible()
  })

  it('leads on after an expired link too', async () => {
    mockServer.use(
      http.get('*/dashboard/user', () => HttpResponse.json({ success: true, user: owner })),
    )
    const { router } = await signInAgainst(
      () => HttpResponse.json({ success: true, message: '', data: { api_token: 'fresh' } }),
      '/?link=expired',
    )
    expect(await screen.findByRole('heading', { name: 'Shipments' })).toBeVisible()
    expect(router.state.location.href).toBe('/shipments')
  })
})

describe("'/'", () => {
  it('sends a fresh deployment to set-up', async () => {
    mockServer.use(
      http.get('*/users/setup', () => HttpResponse.json({ success: true, required: true })),
    )
    renderApp('/')
    expect(await screen.findByRole('heading', { name: 'Welcome to Waybill' })).toBeVisible()
  })

  it('sends who is signed in to the start page', async () => {
    signedInAs(subUser)
    renderApp('/')
    expect(await screen.findByRole('heading', { name: 'Welcome, Ann Lee' })).toBeVisible()
    expect(screen.getByText('Acme Shipping')).toBeVisible()
  })

  it.each([
    ['the owner', owner],
    [
      'a sub-user who may see shipments',
      {
        ...subUser,
        person: subUser.person && {
          ...subUser.person,
          permissions: { ...NO_PERMISSIONS, shipment_reporting: true },
        },
      },
    ],
  ])('sends %s to the shipments', async (_who, user) => {
    signedInAs(user)
    const { router } = renderApp('/')
    expect(await screen.findByRole('heading', { name: 'Shipments' })).toBeVisible()
    expect(router.state.location.href).toBe('/shipments')
  })

  it('drops a stored session that the server no longer knows', async () => {
    signedOut()
    updateStorage({ key: 'stale' })
    mockServer.use(http.get('*/dashboard/user', () => failed(401, { message: 'Please sign in' })))
    await openLogin()
    expect(localStorage.length).toBe(0)
  })
})

describe('a ?token= link', () => {
  it.each(['/?token=abc', '/welcome?token=abc', '/forgot-password?token=abc'])(
    'at %s is exchanged about 0.8 seconds after load',
    async (path) => {
      signedOut()
      const asked = exchangeAnswers(() => HttpResponse.json({ success: true, key: 'handed over' }))
      mockServer.use(
        http.get('*/dashboard/user', () => HttpResponse.json({ success: true, user: owner })),
      )
      const start = performance.now()
      const { router } = renderApp(path)
      expect(await screen.findByRole('heading', { name: 'Shipments' })).toBeVisible()
      expect(asked).toHaveLength(1)
      expect((asked[0] ?? 0) - start).toBeGreaterThan(780)
      expect(readStorage().key).toBe('handed over')
      expect(router.state.location.href).toBe('/shipments')
    },
  )

  it('that has expired leads to the sign-in page, which says so', async () => {
    signedOut()
    exchangeAnswers(() =>
      HttpResponse.json({ success: false, key: 'expired', code: 'expired' }, { status: 422 }),
    )
    renderApp('/?token=abc')
    expect(await screen.findByText('This sign-in link has expired. Please sign in.')).toBeVisible()
    expect(readStorage().key).toBeNull()
  })

  it("that answers the bare word 'expired' is understood too", async () => {
    signedOut()
    exchangeAnswers(() => HttpResponse.json({ success: true, key: 'expired' }))
    renderApp('/?token=abc')
    expect(await screen.findByText('This sign-in link has expired. Please sign in.')).toBeVisible()
  })

  it('for an account that this server does not have says so', async () => {
    signedOut()
    exchangeAnswers(() => failed(404, { message: 'Failed to authenticate, account may not exist' }))
    renderApp('/?token=abc')
    expect(await screen.findByText('Failed to authenticate, account may not exist')).toBeVisible()
  })
})
