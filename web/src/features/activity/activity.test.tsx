import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'

import { failed, listOf, owner, signedInAs } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

withMockServer()

const entry = {
  id: 'act_1',
  at: '2026-01-02T03:04:05Z',
  actor: { kind: 'person', name: 'Ann Lee' },
  action: 'api_key.created',
  summary: 'Created the API key Scanner',
  ip: '192.0.2.7',
}

let asked: URLSearchParams[] = []

beforeEach(() => {
  asked = []
  signedInAs(owner)
  mockServer.use(
    http.get('*/dashboard/activity', ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      const options = { actions: [{ value: 'api_key.created', label: 'API key created' }] }
      return HttpResponse.json({ ...listOf([entry]), options })
    }),
  )
})

describe('the activity log', () => {
  it('says who did what, when and from where', async () => {
    renderApp('/activity')
    expect(await screen.findByText('Created the API key Scanner')).toBeVisible()
    expect(screen.getByText('Ann Lee')).toBeVisible()
    expect(screen.getByText('192.0.2.7')).toBeVisible()
  })

  it('takes its filters from the address bar and drops what does not fit', async () => {
    renderApp('/activity?action=api_key.created&date_from=2026-01-01&date_to=never&page=2')
    await screen.findByText('Created the API key Scanner')
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      action: 'api_key.created',
      date_from: '2026-01-01',
      page: '2',
      per: '50',
    })
  })

  it('writes a chosen filter to the address bar', async () => {
    const { user, router } = renderApp('/activity?page=2')
    await screen.findByText('Created the API key Scanner')
    await user.click(screen.getByRole('button', { name: /^Action/ }))
    await user.click(await screen.findByRole('option', { name: 'API key created' }))
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ action: 'api_key.created' }),
    )
    expect(router.state.location.href).toBe('/activity?action=api_key.created')
  })

  it.each([
    ['The log is being moved', 'The log is being moved'],
    ['', 'Something went wrong'],
  ])('tells a failed list by the server message %j or its own words', async (message, words) => {
    mockServer.use(http.get('*/dashboard/activity', () => failed(500, { message })))
    renderApp('/activity')
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
})
