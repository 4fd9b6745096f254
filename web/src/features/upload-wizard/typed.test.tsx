import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'

import { clearStorage, keepTyped, updateStorage } from '@/lib/storage'
import { listOf, owner, signedInAs } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { warehouse } from '@/testing/shipping'
import { upload } from '@/testing/uploads'

import { fromOverrides, newOverrides } from './overrides'
import { hearDryRun, keepUpload, sentOverrides } from './testing'
import { keepFor, typedFor } from './typed'

withMockServer()
beforeEach(() => {
  signedInAs(owner)
  hearDryRun()
  mockServer.use(
    http.get('*/dashboard/shipment_uploads', () => HttpResponse.json(listOf([upload()]))),
  )
})

const open = (id = 'upl_1') => renderApp(`/shipment-upload/${id}`)
const findButton = (name: string) => screen.findByRole('button', { name })
const zip = () => screen.findByRole('textbox', { name: 'ZIP' })
const expectZip = (value: string) => waitFor(async () => expect(await zip()).toHaveValue(value))

async function type(value: string) {
  await expectZip('94104')
  fireEvent.change(await zip(), { target: { value } })
}

async function leave({ user }: ReturnType<typeof open>) {
  await user.click(screen.getByRole('link', { name: 'Shipment Uploads', current: false }))
  await screen.findByRole('heading', { level: 1, name: 'Shipment Uploads' })
}

describe('what was typed in the import', () => {
  it('is there again after another mapping was confirmed', async () => {
    keepUpload({ status: 'mapped' })
    const { user } = open()
    await type('10118')
    await user.click(await findButton('Change Mapping'))
    await screen.findByText('Happy birthday')
    await user.click(await findButton('Confirm Mapping'))
    await expectZip('10118')
    expect(screen.getByText('Unsaved changes')).toBeVisible()
  })

  it('outlives the page that is left from the mapping, and a reload', async () => {
    keepUpload({ status: 'mapped' })
    const app = open()
    await type('10118')
    await app.user.click(await findButton('Change Mapping'))
    await screen.findByText('Happy birthday')
    await leave(app)
    await app.router.navigate({ to: '/shipment-upload/$id', params: { id: 'upl_1' } })
    await expectZip('10118')
    expect(screen.getByText('Unsaved changes')).toBeVisible()
    app.unmount()
    open()
    await expectZip('10118')
  })

  it('is not asked about when the import is left, and waits there', async () => {
    keepUpload({ status: 'mapped' })
    const app = open()
    await type('10118')
    await leave(app)
    expect(screen.queryByRole('dialog')).toBeNull()
    await app.router.navigate({ to: '/shipment-upload/$id', params: { id: 'upl_1' } })
    await expectZip('10118')
  })

  it('is the upload’s own', async () => {
    keepUpload({ status: 'mapped' })
    const app = open()
    await type('10118')
    await app.router.navigate({ to: '/shipment-upload/$id', params: { id: 'upl_2' } })
    await expectZip('94104')
    expect(screen.queryByText('Unsaved changes')).toBeNull()
  })

  it('is forgotten once the upload was rated with it', async () => {
    const kept = keepUpload({ status: 'mapped' })
    const { user } = open()
    await type('10118')
    fireEvent.change(screen.getByRole('textbox', { name: 'Weight, oz' }), {
      target: { value: '12' },
    })
    expect(typedFor('upl_1')?.parcel.weight).toBe(12)
    await user.click(await findButton('Get Rates'))
    await screen.findByText('Getting rates: 0 out of 3 shipments')
    expect(typedFor('upl_1')).toBeNull()
    kept.overrides = sentOverrides
    kept.status = { ...kept.status, status: 'rated' }
    await user.click(await findButton('Change Import'))
    await expectZip('10118')
    expect(screen.queryByText('Unsaved changes')).toBeNull()
  })

  it('is forgotten when it is discarded', async () => {
    keepUpload({ status: 'mapped' })
    const { user } = open()
    await type('10118')
    await user.click(await findButton('Discard'))
    await expectZip('94104')
    expect(typedFor('upl_1')).toBeNull()
  })

  it('stays unsaved when the warehouses come later', async () => {
    let answer: () => void = () => undefined
    const asked = new Promise<void>((resolve) => (answer = resolve))
    mockServer.use(
      http.get('*/dashboard/user/addresses', async () => {
        await asked
        return HttpResponse.json(listOf([{ ...warehouse, starred: true }]))
      }),
    )
    keepUpload({ status: 'mapped' })
    open()
    const weight = await screen.findByRole('textbox', { name: 'Weight, oz' })
    fireEvent.change(weight, { target: { value: '12' } })
    answer()
    await expectZip('94104')
    expect(screen.getByText('Unsaved changes')).toBeVisible()
    expect(typedFor('upl_1')?.parcel.weight).toBe(12)
  })
})

describe('what is kept', () => {
  const typed = { ...fromOverrides(sentOverrides), same_return_address: false }

  it('is read as it was typed, and goes with the session', () => {
    keepFor('upl_1', typed)
    expect(typedFor('upl_1')).toEqual(typed)
    expect(typedFor('upl_2')).toBeNull()
    clearStorage()
    expect(typedFor('upl_1')).toBeNull()
  })

  it('goes when another tab begins another session', async () => {
    keepUpload({ status: 'mapped' })
    open()
    await type('10118')
    expect(typedFor('upl_1')).not.toBeNull()
    updateStorage({ key: 'another' })
    expect(typedFor('upl_1')).toBeNull()
    // The form begins anew.
    await expectZip('94104')
  })

  it('heals field by field', () => {
    const values = newOverrides()
    const parcel = { ...values.parcel, weight: 'heavy', length: 12 }
    keepTyped('upload upl_1', { ...values, parcel, options: {}, customs_info: null })
    expect(typedFor('upl_1')).toEqual({ ...values, parcel: { ...values.parcel, length: 12 } })
    keepTyped('upload upl_1', 'no values')
    expect(typedFor('upl_1')).toBeNull()
    sessionStorage.setItem('typed', '{')
    expect(typedFor('upl_1')).toBeNull()
  })
})
