import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse, type PathParams, type StrictRequest } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'

import type { SavedPackage, SavedPackageInput } from '@/features/shipping/wire'
import { failed, listOf, owner, signedInAs, subUser } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { keepShipment, savedPackage } from '@/testing/shipping'

withMockServer()
beforeEach(() => signedInAs(owner))

interface Sent {
  method: string
  body: SavedPackageInput
}

interface SentBody {
  saved_package: SavedPackageInput
}

function keepPackages(...start: SavedPackage[]) {
  keepShipment()
  const sent: Sent[] = []
  const kept = { packages: start, sent }
  const save = async (request: StrictRequest<SentBody>) => {
    const { saved_package } = await request.json()
    kept.sent.push({ method: request.method, body: saved_package })
    return HttpResponse.json({ success: true, saved_package })
  }
  mockServer.use(
    http.get('*/dashboard/saved_packages', () => HttpResponse.json(listOf(kept.packages))),
    http.get('*/dashboard/saved_packages/:id', ({ params }) =>
      HttpResponse.json({
        success: true,
        saved_package: kept.packages.find(({ id }) => id === params['id']),
      }),
    ),
    http.post<PathParams, SentBody>('*/dashboard/saved_packages', ({ request }) => save(request)),
    http.patch<PathParams, SentBody>('*/dashboard/saved_packages/:id', ({ request }) =>
      save(request),
    ),
    http.delete('*/dashboard/saved_packages/:id', ({ params }) => {
      kept.packages = kept.packages.filter(({ id }) => id !== params['id'])
      return HttpResponse.json({ success: true, message: 'Deleted.' })
    }),
  )
  return kept
}

async function openEditor(path: string, title: string) {
  const app = renderApp(path)
  await screen.findByRole('heading', { level: 1, name: title })
  await screen.findByRole('form', { name: 'Saved package' })
  return app
}

const nickname = () => screen.getByRole('textbox', { name: 'Nickname' })

describe('the list of saved packages', () => {
  it('shows name and info and leads to the editor', async () => {
    keepPackages(savedPackage())
    const { user, router } = renderApp('/saved-packages')
    expect(await screen.findByText('6 × 6 × 5 in')).toBeVisible()
    for (const name of ['Name', 'Info', 'Actions']) {
      expect(screen.getByRole('columnheader', { name })).toBeVisible()
    }
    await user.click(screen.getByRole('link', { name: 'ADD NEW SAVED PACKAGE' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/saved-packages/new'))
  })

  it('deletes only after a yes', async () => {
    const kept = keepPackages(savedPackage())
    const { user } = renderApp('/saved-packages')
    const remove = await screen.findByRole('button', { name: 'Delete Mug' })
    await user.click(remove)
    const dialog = await screen.findByRole('dialog')
    const closers = within(dialog).getAllByRole('button', { name: 'Close' })
    await user.click(closers.at(-1) ?? dialog)
    expect(kept.packages).toHaveLength(1)
    await user.click(remove)
    await user.click(await screen.findByRole('button', { name: 'Delete Saved Package' }))
    expect(await screen.findByText('There is no data to show here!')).toBeVisible()
    expect(kept.packages).toEqual([])
  })

  it('is the owner’s', async () => {
    signedInAs(subUser)
    renderApp('/saved-packages')
    expect(await screen.findByText('Access denied')).toBeVisible()
  })
})

describe('the editor of a saved package', () => {
  it('creates one from the defaults, without customs', async () => {
    const kept = keepPackages()
    const { user, router } = await openEditor('/saved-packages/new', 'New Saved Package')
    expect(screen.getByRole('combobox', { name: 'Package' })).toHaveValue('Parcel (your own box)')
    expect(screen.getByRole('switch', { name: 'Customs Form' })).not.toBeChecked()
    fireEvent.change(nickname(), { target: { value: 'Mug' } })
    fireEvent.change(screen.getByRole('textbox', { name: 'Weight, oz' }), {
      target: { value: '12' },
    })
    await user.click(screen.getByRole('button', { name: 'Create Saved Package' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/saved-packages'))
    expect(kept.sent).toEqual([
      {
        method: 'POST',
        body: {
          name: 'Mug',
          parcel: {
            length: null,
            width: null,
            height: null,
            weight: 12,
            predefined_package: 'Parcel',
          },
          options: expect.objectContaining({ delivery_confirmation: 'NO_SIGNATURE' }),
          customs_info: null,
        },
      },
    ])
  })

  it('sends the customs form when it is switched on, with its defaults', async () => {
    const kept = keepPackages(savedPackage())
    const { user } = await openEditor('/saved-packages/pkg_1', 'Update Saved Package')
    expect(nickname()).toHaveValue('Mug')
    expect(screen.queryByRole('button', { name: 'Add item' })).toBeNull()
    await user.click(screen.getByRole('switch', { name: 'Customs Form' }))
    expect(await screen.findByRole('button', { name: 'Add item' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Update Saved Package' }))
    await waitFor(() => expect(kept.sent).toHaveLength(1))
    expect(kept.sent[0]).toMatchObject({
      method: 'PATCH',
      body: {
        customs_info: {
          customs_certify: false,
          contents_type: 'merchandise',
          restriction_type: 'none',
          non_delivery_option: 'return',
          eel_pfc: 'NOEEI 30.37(a)',
          customs_items: [],
        },
      },
    })
  })

  it('shows the server’s errors beside their fields and focuses the first', async () => {
    keepPackages(savedPackage())
    mockServer.use(
      http.patch('*/dashboard/saved_packages/:id', () =>
        failed(422, {
          message: 'Please check the fields',
          errors: {
            'customs_info.eel_pfc': ['is wrong'],
            'options.print_custom_1': ['is too long'],
            'parcel.weight': ['must be given'],
            name: ['must be given'],
          },
        }),
      ),
    )
    const { user } = await openEditor('/saved-packages/pkg_1', 'Update Saved Package')
    await user.click(screen.getByRole('switch', { name: 'Customs Form' }))
    await user.click(screen.getByRole('button', { name: 'Update Saved Package' }))
    await waitFor(() => expect(nickname()).toHaveFocus())
    expect(nickname()).toHaveAccessibleDescription("can't be blank")
    const text = (name: string) => screen.getByRole('textbox', { name })
    expect(text('Weight, lb')).toHaveAccessibleDescription("can't be blank")
    expect(text('Print on label, line 1')).toHaveAccessibleDescription('is too long')
    expect(text('EEL or PFC')).toHaveAccessibleDescription(/is wrong/)
  })

  it('closes without saving, after a question when something was changed', async () => {
    const kept = keepPackages(savedPackage())
    const { user, router } = await openEditor('/saved-packages/pkg_1', 'Update Saved Package')
    fireEvent.change(nickname(), { target: { value: 'Cup' } })
    await user.click(screen.getByRole('link', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/saved-packages'))
    expect(kept.sent).toEqual([])
  })
})
