import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'

import { readStorage, updateStorage } from '@/lib/storage'
import { failed, listOf, NO_PERMISSIONS, owner, signedInAs, subUser } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

withMockServer()

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const sidebar = () => within(screen.getByRole('complementary', { name: 'Sidebar' }))

function keysAnswer(base: '' | '/test', description: string) {
  const key = {
    id: `key of ${description}`,
    created_at: '2026-01-02T03:04:05Z',
    description,
    token: 'wbk_****abcd',
    default: true,
    last_used_at: null,
  }
  return http.get(`http://localhost:3000${base}/dashboard/api_keys`, () =>
    HttpResponse.json(listOf([key])),
  )
}

describe('the shell', () => {
  it('names the account, and the sub-user when one is signed in', async () => {
    signedInAs(subUser)
    renderApp('/welcome')
    await heading('Welcome, Ann Lee')
    expect(screen.getByTitle('Acme Shipping')).toHaveTextContent('Acme Shipping')
    expect(screen.getByTitle('Ann Lee')).toHaveTextContent('Ann Lee')
  })

  it('opens the group that holds the active route, and no other', async () => {
    signedInAs(owner)
    mockServer.use(keysAnswer('', 'First'))
    renderApp('/apikey')
    await heading('API Key')
    expect(sidebar().getByRole('button', { name: 'Developers' })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
    expect(sidebar().getByRole('button', { name: 'Settings' })).toHaveAttribute(
      'aria-expanded',
      'false',
    )
  })

  it('answers a page the user may not see with Access denied', async () => {
    signedInAs(subUser)
    renderApp('/permissions')
    expect(await heading('Access denied')).toBeVisible()
    expect(sidebar().queryByRole('link', { name: 'Permissions' })).not.toBeInTheDocument()
  })

  it('lets a sub-user with the permission in', async () => {
    const person = {
      id: 'per_1',
      name: 'Ann Lee',
      email: 'ann@example.com',
      permissions: { ...NO_PERMISSIONS, api_keys: true },
    }
    signedInAs({ ...subUser, person })
    mockServer.use(keysAnswer('', 'First'))
    renderApp('/apikey')
    expect(await heading('API Key')).toBeVisible()
  })

  it('says not found inside the frame', async () => {
    signedInAs(owner)
    renderApp('/no/such/page')
    expect(await heading('Page not found')).toBeVisible()
    expect(screen.getByRole('banner')).toBeVisible()
  })

  it('shows the load-failure screen when the user cannot be loaded', async () => {
    // React reports what a boundary caught; that is the point here.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    signedInAs(owner)
    mockServer.use(http.get('*/dashboard/user', () => HttpResponse.error()))
    renderApp('/welcome')
    expect(await screen.findByText('There was an error in loading this page.')).toBeVisible()
    expect(screen.getByRole('link', { name: /reload/i })).toBeVisible()
  })
})

describe('sessions', () => {
  it('brings a visitor to the page they wanted, after signing in', async () => {
    signedInAs(owner)
    updateStorage({ key: null })
    mockServer.use(
      keysAnswer('', 'First'),
      http.post('*/users/sign_in', () =>
        HttpResponse.json({ success: true, message: '', data: { api_token: 'fresh' } }),
      ),
    )
    const { user, router } = renderApp('/apikey')
    await user.type(await screen.findByLabelText('Email'), 'owner@example.com')
    expect(router.state.location.href).toBe('/')
    await user.type(screen.getByLabelText('Password'), 'long enough{Enter}')
    expect(await heading('API Key')).toBeVisible()
  })

  it('end on the server and here by Sign out', async () => {
    signedInAs(owner)
    let ended = ''
    mockServer.use(
      http.delete('*/users/sign_out', ({ request }) => {
        ended = request.headers.get('Authorization') ?? ''
        return HttpResponse.json({ success: true, message: 'Signed out.' })
      }),
    )
    const { user, router } = renderApp('/welcome')
    await heading('Welcome, Acme Shipping')
    await user.click(sidebar().getByRole('button', { name: 'Settings' }))
    await user.click(sidebar().getByRole('button', { name: 'Sign out' }))
    expect(await heading('Sign in')).toBeVisible()
    expect(ended).toBe('Bearer session-key')
    expect(localStorage.length).toBe(0)
    expect(router.state.location.href).toBe('/')
  })

  it('end here even when the server cannot be told', async () => {
    signedInAs(owner)
    mockServer.use(http.delete('*/users/sign_out', () => HttpResponse.error()))
    const { user } = renderApp('/welcome')
    await heading('Welcome, Acme Shipping')
    await user.click(sidebar().getByRole('button', { name: 'Settings' }))
    await user.click(sidebar().getByRole('button', { name: 'Sign out' }))
    expect(await heading('Sign in')).toBeVisible()
    expect(localStorage.length).toBe(0)
    expect(await screen.findByText('Request error: Failed to make a request')).toBeVisible()
  })

  it('that the server ended return to the sign-in page', async () => {
    signedInAs(owner)
    mockServer.use(http.get('*/dashboard/api_keys', () => failed(401, { message: 'Expired' })))
    const { router } = renderApp('/apikey')
    expect(await heading('Sign in')).toBeVisible()
    expect(router.state.location.href).toBe('/')
    expect(localStorage.length).toBe(0)
  })

  it('of another tab are followed', async () => {
    signedInAs(owner)
    renderApp('/welcome')
    await heading('Welcome, Acme Shipping')
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(await heading('Sign in')).toBeVisible()
  })
})

function handOver() {
  mockServer.use(
    http.get('http://localhost:3000/dashboard/api_keys/token', () =>
      HttpResponse.json({ success: true, token: 'ticket' }),
    ),
  )
}

describe('the test-data switch', () => {
  it('hands the session over and shows nothing of the old server any more', async () => {
    let goOn: () => void = () => undefined
    const busySeen = new Promise<void>((resolve) => {
      goOn = resolve
    })
    signedInAs(owner)
    handOver()
    mockServer.use(
      keysAnswer('', 'Live key'),
      keysAnswer('/test', 'Test key'),
      http.get('http://localhost:3000/test/dashboard/api_keys/ticket', async () => {
        await busySeen
        return HttpResponse.json({ success: true, key: 'test-session' })
      }),
    )
    const { user } = renderApp('/apikey')
    await screen.findByText('Live key')
    await user.click(sidebar().getByRole('switch', { name: 'Test data' }))
    expect(await screen.findByText('Switching servers...')).toBeInTheDocument()
    goOn()
    expect(await screen.findByText('Test key')).toBeVisible()
    expect(screen.queryByText('Live key')).not.toBeInTheDocument()
    expect(screen.getByRole('complementary', { name: 'Test mode' })).toBeVisible()
    expect(sidebar().getByRole('link', { name: /API Key/ })).toHaveTextContent('API Keytest')
    expect(readStorage()).toMatchObject({ key: 'test-session', server: 'beta' })
    await waitFor(() => expect(document.title).toBe('API Key (test) · Waybill'))
  })

  it('stays where it is and says why when the account is unknown there', async () => {
    signedInAs(owner)
    handOver()
    mockServer.use(
      http.get('http://localhost:3000/test/dashboard/api_keys/ticket', () =>
        failed(404, { message: 'not here' }),
      ),
    )
    const { user } = renderApp('/welcome')
    await heading('Welcome, Acme Shipping')
    await user.click(sidebar().getByRole('switch', { name: 'Test data' }))
    expect(
      await screen.findByText('Failed to authenticate, account may not exist'),
    ).toBeInTheDocument()
    expect(readStorage()).toMatchObject({ key: 'session-key', server: null })
  })
})
