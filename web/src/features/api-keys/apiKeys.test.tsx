import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'

import type { ApiKey } from '@/api/apiKeys'
import { failed, listOf, owner, signedInAs } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

withMockServer()

function apiKey(id: string, changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id,
    created_at: '2026-01-02T03:04:05Z',
    description: `Key ${id}`,
    token: 'wbk_********abcd',
    default: id === '1',
    last_used_at: null,
    ...changes,
  }
}

let keys: ApiKey[]

function keepKeys(start: ApiKey[]) {
  keys = start
  mockServer.use(
    http.get('*/dashboard/api_keys', () => HttpResponse.json(listOf(keys))),
    http.delete('*/dashboard/api_keys/:id', ({ params }) => {
      keys = keys.filter((one) => one.id !== params['id'])
      return HttpResponse.json({ success: true, message: 'Deleted.' })
    }),
    http.patch('*/dashboard/api_keys/:id/default', ({ params }) => {
      keys = keys.map((one) => ({ ...one, default: one.id === params['id'] }))
      return HttpResponse.json({ success: true, message: 'Done.' })
    }),
  )
}

async function openPage() {
  const app = renderApp('/apikey')
  await screen.findByRole('heading', { level: 1, name: 'API Key' })
  return app
}

async function createKey(user: Awaited<ReturnType<typeof openPage>>['user'], description: string) {
  await user.click(screen.getByRole('button', { name: 'Create New API Key' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add API Key' }))
  await user.type(dialog.getByLabelText(/^Description/), description)
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  return dialog
}

describe('the API Key screen', () => {
  beforeEach(() => signedInAs(owner))

  it('lists keys masked, with their creation in UTC and a link to the documentation', async () => {
    keepKeys([apiKey('1')])
    await openPage()
    expect(await screen.findByText('wbk_********abcd')).toBeVisible()
    expect(screen.getByText('Jan 2, 2026, 3:04 AM UTC')).toBeVisible()
    expect(screen.getByRole('link', { name: 'API documentation' })).toHaveAttribute(
      'href',
      '/api-docs/',
    )
  })

  it('does not copy a key it does not know, and says why', async () => {
    keepKeys([apiKey('1')])
    const { user } = await openPage()
    const copy = await screen.findByRole('button', { name: 'Copy Key 1' })
    expect(copy).toHaveAttribute('aria-disabled', 'true')
    expect(copy).toHaveAccessibleDescription(
      'The full key was shown only once, when it was created',
    )
    await user.click(copy)
    expect(screen.queryByText('Api Key copied into your clipboard!')).not.toBeInTheDocument()
  })

  it('refuses to delete the only remaining key', async () => {
    keepKeys([apiKey('1')])
    const { user } = await openPage()
    const remove = await screen.findByRole('button', { name: 'Delete Key 1' })
    expect(remove).toHaveAttribute('aria-disabled', 'true')
    await user.click(remove)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('deletes one of several after a yes, and changes the default', async () => {
    keepKeys([apiKey('1'), apiKey('2')])
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Make Key 2 the default' }))
    expect(await screen.findByRole('button', { name: 'Make Key 1 the default' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete Key 1' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(keys.map((one) => one.id)).toEqual(['2']))
  })

  it('shows a new key in full once, and copies it with the toast', async () => {
    keepKeys([apiKey('1')])
    mockServer.use(
      http.post('*/dashboard/api_keys', async ({ request }) => {
        expect(await request.json()).toEqual({ api_key: { description: 'Scanner' } })
        keys = [...keys, apiKey('2', { description: 'Scanner' })]
        const full = apiKey('2', { description: 'Scanner', token: 'wbk_the_whole_key' })
        return HttpResponse.json({ success: true, api_key: full }, { status: 201 })
      }),
    )
    const { user } = await openPage()
    await createKey(user, 'Scanner')
    const shown = within(await screen.findByRole('dialog', { name: 'Your new API key' }))
    expect(shown.getByText('wbk_the_whole_key')).toBeVisible()
    await user.click(shown.getByRole('button', { name: /^Copy/ }))
    expect(await screen.findByText('Api Key copied into your clipboard!')).toBeVisible()
    await expect(navigator.clipboard.readText()).resolves.toBe('wbk_the_whole_key')
    await user.click(shown.getByRole('button', { name: 'Done' }))
    const copy = await screen.findByRole('button', { name: 'Copy Scanner' })
    expect(copy).toHaveAttribute('aria-disabled', 'false')
    expect(screen.queryByText('wbk_the_whole_key')).not.toBeInTheDocument()
  })

  it.each([
    [() => failed(422, { message: 'There are 100 keys already' }), 'There are 100 keys already'],
    [() => HttpResponse.error(), 'Failed to create API key'],
  ])('tells in the form why no key was made (%#)', async (answer, words) => {
    keepKeys([apiKey('1')])
    mockServer.use(http.post('*/dashboard/api_keys', answer))
    const { user } = await openPage()
    const dialog = await createKey(user, 'Scanner')
    expect(await dialog.findByText(words)).toBeVisible()
  })
})
