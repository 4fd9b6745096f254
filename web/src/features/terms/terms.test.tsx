import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { failed, owner, signedInAs } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

withMockServer()

const acceptButton = () => screen.getByRole('button', { name: 'Accept' })

async function openGate() {
  const app = renderApp('/welcome')
  await screen.findByRole('dialog', { name: 'Terms of 2026' })
  return app
}

describe('the terms gate', () => {
  beforeEach(() => {
    signedInAs({
      ...owner,
      tos_to_accept: { version: 7, title: 'Terms of 2026', body: '<p>Be <b>kind</b>.</p>' },
    })
  })

  it('stands before every page and cannot be closed', async () => {
    const { user } = await openGate()
    expect(screen.getByText('kind')).toBeVisible()
    expect(screen.queryByRole('heading', { name: /Welcome/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument()
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'Terms of 2026' })).toBeVisible()
  })

  it('accepts only what was checked, tells the server the version, and reloads the app', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
    let sent: unknown
    mockServer.use(
      http.post('*/dashboard/user/accept_tos', async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json({ success: true, message: 'Thank you.' })
      }),
    )
    const { user } = await openGate()
    expect(acceptButton()).toBeDisabled()
    await user.click(screen.getByRole('checkbox'))
    await user.click(acceptButton())
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(sent).toEqual({ version: 7 })
  })

  it('stays, and says why, when accepting fails', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
    mockServer.use(
      http.post('*/dashboard/user/accept_tos', () => failed(409, { message: 'Newer terms exist' })),
    )
    const { user } = await openGate()
    await user.click(screen.getByRole('checkbox'))
    await user.click(acceptButton())
    expect(await screen.findByText('Request error: Newer terms exist')).toBeVisible()
    expect(reload).not.toHaveBeenCalled()
  })

  it('signs out by Deny', async () => {
    const { user, router } = await openGate()
    await user.click(screen.getByRole('button', { name: 'Deny' }))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(localStorage.length).toBe(0)
    expect(router.state.location.href).toBe('/')
  })
})
