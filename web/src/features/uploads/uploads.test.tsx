import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { Upload } from '@/api/uploads'
import { failed, listOf, NO_PERMISSIONS, owner, signedInAs, subUser } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { listShipments } from '@/testing/shipments'
import { keepUpload, mapping, upload } from '@/testing/uploads'

import { isComplete, statusWords } from './rules'

withMockServer()
beforeEach(() => signedInAs(owner))

const ROWS = [
  upload(),
  upload({
    id: 'upl_2',
    filename: 'done.xlsx',
    status: 'purchased',
    shipments_count: 3,
    labels_count: 3,
    errors_count: 0,
  }),
]

function listUploads(start: Upload[] = ROWS) {
  const kept = { uploads: start }
  mockServer.use(
    http.get('*/dashboard/shipment_uploads', () => HttpResponse.json(listOf(kept.uploads))),
    http.get('*/dashboard/shipment_upload_mappings', () => HttpResponse.json(listOf([mapping()]))),
    http.delete('*/dashboard/shipment_uploads/:id', ({ params }) => {
      kept.uploads = kept.uploads.filter(({ id }) => id !== params['id'])
      return HttpResponse.json({ success: true })
    }),
  )
  return kept
}

/** The fields and the file's name of every upload. */
function takeUploads(
  reply: () => Response = () => HttpResponse.json({ success: true, id: 'upl_9' }),
) {
  const taken = vi.fn<(fields: Record<string, unknown>) => void>()
  mockServer.use(
    http.post('*/dashboard/shipment_uploads', async ({ request }) => {
      const form = await request.formData()
      const fields: Record<string, unknown> = {}
      form.forEach((value, name) => {
        fields[name] = typeof value === 'string' ? value : value.name
      })
      taken(fields)
      return reply()
    }),
  )
  return taken
}

const csv = (text = 'Name,Zip\nAda,94104\n') => new File([text], 'orders.csv', { type: 'text/csv' })
const panel = () => screen.findByRole('region', { name: 'Upload a spreadsheet' })
const drop = async (file: File) =>
  fireEvent.drop(await panel(), { dataTransfer: { files: [file] } })

describe('what a row offers', () => {
  it('is View Shipments once every shipment has its label', () => {
    expect(isComplete(upload({ shipments_count: 2, labels_count: 2 }))).toBe(true)
    expect(isComplete(upload({ shipments_count: 2, labels_count: 1 }))).toBe(false)
    // Nothing was imported yet: there is nothing to view.
    expect(isComplete(upload({ shipments_count: 0, labels_count: 0 }))).toBe(false)
  })

  it('does not look well when labels are missing', () => {
    expect(statusWords(upload({ status: 'purchased', labels_count: 1 }))).toEqual([
      'red',
      'Purchased',
    ])
  })
})

describe('the uploads list', () => {
  it('offers Rate Shop and Delete, or View Shipments', async () => {
    listUploads()
    renderApp('/shipment-uploads')
    const rate = await screen.findByRole('link', { name: 'Rate Shop orders.csv' })
    expect(rate).toHaveAttribute('href', '/shipment-upload/upl_1')
    expect(screen.getByRole('button', { name: 'Delete orders.csv' })).toBeEnabled()
    expect(screen.getByRole('link', { name: 'View Shipments of done.xlsx' })).toHaveAttribute(
      'href',
      '/shipments?upload_id=upl_2',
    )
    expect(screen.queryByRole('button', { name: 'Delete done.xlsx' })).toBeNull()
    expect(screen.getByRole('link', { name: 'orders.csv' })).toHaveAttribute(
      'href',
      expect.stringContaining('/dashboard/files/fil_1?ticket=t'),
    )
  })

  it('deletes only after a yes', async () => {
    const kept = listUploads()
    const { user } = renderApp('/shipment-uploads')
    await user.click(await screen.findByRole('button', { name: 'Delete orders.csv' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete upload' }))
    expect(dialog.getByText(/Labels that were bought stay/)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(kept.uploads).toHaveLength(1))
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Delete orders.csv' })).toBeNull(),
    )
  })

  it('does not delete what is being bought', async () => {
    listUploads([upload({ status: 'purchasing' })])
    renderApp('/shipment-uploads')
    expect(await screen.findByRole('button', { name: 'Delete orders.csv' })).toBeDisabled()
  })

  it('only shows to those who may look, and to nobody else', async () => {
    const permissions = { ...NO_PERMISSIONS, shipment_reporting: true }
    signedInAs({ ...subUser, person: subUser.person && { ...subUser.person, permissions } })
    listUploads()
    const { unmount } = renderApp('/shipment-uploads')
    expect(await screen.findByText('done.xlsx')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Upload a spreadsheet' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete orders.csv' })).toBeNull()
    unmount()
    signedInAs(subUser)
    renderApp('/shipment-uploads')
    expect(await screen.findByText('Access denied')).toBeVisible()
  })
})

describe('uploading', () => {
  it('sends a picked file and opens its wizard', async () => {
    listShipments()
    const taken = takeUploads()
    keepUpload()
    const { user, router } = renderApp('/shipments')
    await screen.findByRole('button', { name: 'Upload' })
    await user.upload(screen.getByLabelText('Spreadsheet'), csv())
    await waitFor(() => expect(router.state.location.pathname).toBe('/shipment-upload/upl_9'))
    expect(taken).toHaveBeenCalledWith({ file: 'orders.csv' })
  })

  it('takes a dropped file with a mapping, and asks before it buys at once', async () => {
    keepUpload()
    listUploads()
    const taken = takeUploads()
    const { user, router } = renderApp('/shipment-uploads')
    await panel()
    const buy = screen.getByRole('checkbox', { name: /Rate and buy/ })
    expect(buy).toBeDisabled()
    await user.click(screen.getByRole('combobox', { name: 'Mapping' }))
    await user.click(await screen.findByRole('option', { name: 'Shop export' }))
    await user.click(buy)
    await drop(csv())
    const dialog = within(await screen.findByRole('dialog', { name: 'Buy labels at once' }))
    expect(taken).not.toHaveBeenCalled()
    await user.click(dialog.getByRole('button', { name: 'Upload and buy' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/shipment-upload/upl_9'))
    expect(taken).toHaveBeenCalledWith({ id: 'map_1', buy: '1', file: 'orders.csv' })
  })

  it('tells why a file is refused in the server’s words', async () => {
    listUploads()
    takeUploads(() =>
      failed(422, {
        message: 'Invalid',
        errors: { file: ['is protected by a password; please save it without one'] },
      }),
    )
    const { router } = renderApp('/shipment-uploads')
    await drop(csv())
    const dialog = within(await screen.findByRole('dialog', { name: 'Failure' }))
    expect(
      dialog.getByText('The file is protected by a password; please save it without one.'),
    ).toBeVisible()
    expect(router.state.location.pathname).toBe('/shipment-uploads')
  })

  it('does not send what is empty', async () => {
    listUploads()
    const taken = takeUploads()
    renderApp('/shipment-uploads')
    await drop(csv(''))
    const dialog = within(await screen.findByRole('dialog', { name: 'Failure' }))
    expect(dialog.getByText('The file is empty.')).toBeVisible()
    expect(taken).not.toHaveBeenCalled()
  })
})

describe('the shipments of an upload', () => {
  it('are listed whole: every source, every day', async () => {
    const asked = listShipments()
    const { user } = renderApp('/shipments?upload_id=upl_2')
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]?.get('upload_id')).toBe('upl_2')
    expect(asked[0]?.get('source')).toBe('all')
    expect(asked[0]?.has('from')).toBe(false)
    await user.click(await screen.findByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(asked.at(-1)?.has('upload_id')).toBe(false))
    expect(asked.at(-1)?.get('source')).toBe('internal')
  })
})
