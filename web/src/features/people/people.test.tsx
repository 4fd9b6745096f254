import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'

import type { Person } from '@/api/persons'
import { failed, listOf, NO_PERMISSIONS, owner, person, signedInAs } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

withMockServer()

let people: Person[]

/** A server that keeps people, toggles as ours does, and counts what it was asked. */
function keepPeople(start: Person[]) {
  people = start
  const asked: string[] = []
  const change = (id: unknown, to: (one: Person) => Person) => {
    people = people.map((one) => (one.id === id ? to(one) : one))
    const found = people.find((one) => one.id === id)
    return HttpResponse.json({ success: true, person: found })
  }
  mockServer.use(
    http.get('*/dashboard/persons', () => HttpResponse.json(listOf(people))),
    http.patch<{ id: string }, { permission: string }>(
      '*/dashboard/persons/:id/toggle_permission',
      async ({ params, request }) => {
        const { permission } = await request.json()
        asked.push(permission)
        return change(params.id, (one) => ({
          ...one,
          permissions: { ...one.permissions, [permission]: !one.permissions[permission] },
        }))
      },
    ),
    http.patch('*/dashboard/persons/:id/toggle_state', ({ params }) =>
      change(params['id'], (one) => ({ ...one, enabled: !one.enabled })),
    ),
    http.delete('*/dashboard/persons/:id', ({ params }) => {
      people = people.filter((one) => one.id !== params['id'])
      return HttpResponse.json({ success: true, message: 'Deleted.' })
    }),
  )
  return asked
}

async function openPage() {
  const app = renderApp('/permissions')
  await screen.findByRole('heading', { level: 1, name: 'Permissions' })
  return app
}

const box = (name: string) => screen.findByRole('checkbox', { name })

describe('the Permissions screen', () => {
  beforeEach(() => signedInAs(owner))

  it('has six boxes per user and shows what is held', async () => {
    keepPeople([person({ permissions: { ...NO_PERMISSIONS, scan_forms: true } })])
    await openPage()
    expect(await box('Scan forms for Ann Lee')).toBeChecked()
    const boxes = screen.getAllByRole('checkbox')
    expect(boxes).toHaveLength(6)
    expect(boxes.filter((one) => one instanceof HTMLInputElement && one.checked)).toHaveLength(1)
  })

  it('toggles a permission at once and keeps what the server answers', async () => {
    const asked = keepPeople([person()])
    const { user } = await openPage()
    await user.click(await box('API keys for Ann Lee'))
    expect(await box('API keys for Ann Lee')).toBeChecked()
    await waitFor(() => expect(people[0]?.permissions['api_keys']).toBe(true))
    expect(asked).toEqual(['api_keys'])
  })

  it('ends where the server ends after quick clicks on several boxes', async () => {
    const asked = keepPeople([person()])
    const { user } = await openPage()
    const keys = await box('API keys for Ann Lee')
    await user.click(keys)
    await user.click(keys)
    await user.click(await box('Scan forms for Ann Lee'))
    await user.click(keys)
    await waitFor(() => expect(asked).toEqual(['api_keys', 'api_keys', 'scan_forms', 'api_keys']))
    await waitFor(() => expect(people[0]?.permissions).toMatchObject({ api_keys: true }))
    expect(await box('API keys for Ann Lee')).toBeChecked()
    expect(await box('Scan forms for Ann Lee')).toBeChecked()
  })

  it('takes a refused change back and says why', async () => {
    keepPeople([person()])
    mockServer.use(
      http.patch('*/dashboard/persons/:id/toggle_permission', () =>
        failed(422, { message: 'This user is disabled' }),
      ),
    )
    const { user } = await openPage()
    await user.click(await box('API keys for Ann Lee'))
    expect(await screen.findByText('Request error: This user is disabled')).toBeVisible()
    await waitFor(async () => expect(await box('API keys for Ann Lee')).not.toBeChecked())
  })

  it('locks and marks the row of a disabled user', async () => {
    keepPeople([person()])
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Disable Ann Lee' }))
    expect(await screen.findByText('Disabled')).toBeVisible()
    for (const one of screen.getAllByRole('checkbox')) expect(one).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Enable Ann Lee' }))
    await waitFor(async () => expect(await box('API keys for Ann Lee')).toBeEnabled())
  })

  it('deletes only after a yes', async () => {
    keepPeople([person()])
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Delete Ann Lee' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(people).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Delete Ann Lee' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('There is no data to show here!')).toBeVisible()
    expect(people).toEqual([])
  })

  it('adds a user, with what the server objects to in the form', async () => {
    keepPeople([])
    let refused = true
    mockServer.use(
      http.post('*/dashboard/persons', async ({ request }) => {
        if (refused) {
          refused = false
          return failed(422, {
            message: 'Please check the fields',
            errors: { 'person.email': ['is taken already'] },
          })
        }
        expect(await request.json()).toEqual({
          person: { name: 'Ann Lee', email: 'ann@example.com', password: 'long enough' },
        })
        people = [person()]
        return HttpResponse.json({ success: true, person: person() }, { status: 201 })
      }),
    )
    const { user } = await openPage()
    const [button] = await screen.findAllByRole('button', { name: 'Add User' })
    if (!button) throw new Error('no button')
    await user.click(button)
    const dialog = within(await screen.findByRole('dialog', { name: 'Add User' }))
    const submit = dialog.getByRole('button', { name: 'Add User' })
    await user.click(submit)
    expect(await dialog.findAllByText("can't be blank")).toHaveLength(2)
    await user.type(dialog.getByLabelText(/^Name/), 'Ann Lee')
    await user.type(dialog.getByLabelText(/^Email/), 'ann@example.com')
    await user.type(dialog.getByLabelText(/^Password/), 'long enough')
    await user.click(submit)
    expect(await dialog.findByText('is taken already')).toBeVisible()
    await user.click(submit)
    expect(await box('API keys for Ann Lee')).not.toBeChecked()
  })
})
