import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'

import type { DeviceSession } from '@/api/deviceSessions'
import { listOf, owner, signedInAs, subUser } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

withMockServer()

function session(id: string, changes: Partial<DeviceSession> = {}): DeviceSession {
  return {
    id,
    created_at: '2026-01-02T03:04:05Z',
    last_used_at: '2026-01-03T03:04:05Z',
    ip: '192.0.2.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
    current: false,
    person_name: null,
    ...changes,
  }
}

function keepSessions(start: DeviceSession[]) {
  let open = start
  mockServer.use(
    http.get('*/dashboard/sessions', () => HttpResponse.json(listOf(open))),
    http.delete('*/dashboard/sessions', () => {
      open = open.filter((one) => one.current)
      return HttpResponse.json({ success: true, message: 'One other session has ended.' })
    }),
    http.delete('*/dashboard/sessions/:id', ({ params }) => {
      open = open.filter((one) => one.id !== params['id'])
      return HttpResponse.json({ success: true, message: 'The session has ended.' })
    }),
  )
}

const others = () => screen.getByRole('button', { name: 'Sign out other devices' })

describe('the Sessions page', () => {
  it('marks this device, names whose a session is, and ends another', async () => {
    signedInAs(owner)
    keepSessions([
      session('1', { current: true }),
      session('2', { person_name: 'Ann Lee', user_agent: 'curl/8.5.0' }),
    ])
    const { user } = renderApp('/sessions')
    expect(await screen.findByText('This device')).toBeVisible()
    expect(screen.getByText('Ann Lee')).toBeVisible()
    const buttons = screen.getAllByRole('button', { name: /^End the session/ })
    expect(buttons).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'End the session of curl' }))
    expect(await screen.findByText('The session has ended.')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('curl')).not.toBeInTheDocument())
  })

  it('signs out all others after a yes', async () => {
    signedInAs(subUser)
    keepSessions([session('1', { current: true }), session('2', { user_agent: 'curl/8.5.0' })])
    const { user } = renderApp('/sessions')
    await screen.findByText('curl')
    await user.click(others())
    const [, confirmButton] = await screen.findAllByRole('button', {
      name: 'Sign out other devices',
    })
    if (!confirmButton) throw new Error('no confirmation')
    await user.click(confirmButton)
    expect(await screen.findByText('One other session has ended.')).toBeVisible()
    await waitFor(() => expect(others()).toBeDisabled())
  })
})
