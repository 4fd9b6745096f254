import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { owner, signedInAs } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { uploadShipment } from '@/testing/uploads'

import { keepUpload, looker, stubEvents } from './testing'

withMockServer()
beforeEach(() => signedInAs(owner))

const open = () => renderApp('/shipment-upload/upl_1')
const button = (name: string) => screen.getByRole('button', { name })

describe('buying', () => {
  const rateOf = (row: number) =>
    screen.findByRole('combobox', { name: new RegExp(`^Rate for row ${row},`) })

  it('shows the progress with a bar that is never empty, then the rates', async () => {
    const kept = keepUpload({ status: 'rating' })
    open()
    expect(await screen.findByText('Getting rates: 0 out of 3 shipments')).toBeVisible()
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '4')
    kept.status = { ...kept.status, status: 'rated', processed_rows_count: 3 }
    kept.messages = { 'Row#3': ['ZIP must be given', 'City must be given'] }
    expect(await screen.findByText('Some rows had errors and were not processed')).toBeVisible()
    const errors = within(screen.getByRole('table', { name: 'Rows with errors' }))
    expect(errors.getByText('Row#3')).toBeVisible()
    expect(errors.getByText('City must be given')).toBeVisible()
    expect(await rateOf(1)).toHaveValue('rate_1_GroundAdvantage')
    expect(screen.getByText('$10.40')).toBeVisible()
    expect(screen.getByText('$89.60')).toBeVisible()
  })

  it('changes the rate of a row, with the server’s totals', async () => {
    const kept = keepUpload({ status: 'rated' })
    open()
    fireEvent.change(await rateOf(2), { target: { value: 'rate_2_Priority' } })
    kept.shipments = [
      uploadShipment(),
      uploadShipment({ row: 2, selected_rate_id: 'rate_2_Priority', price: '9.10' }),
    ]
    expect(await screen.findByText('$14.30')).toBeVisible()
    expect(await rateOf(2)).toHaveValue('rate_2_Priority')
    expect(kept.sent).toEqual([{ step: 'choose', body: { rates: { shp_2: 'rate_2_Priority' } } }])
  })

  it('changes all rows of a service at once', async () => {
    const kept = keepUpload({ status: 'rated' })
    const { user } = open()
    await user.click(
      await screen.findByRole('combobox', { name: 'One service for all rows that offer it' }),
    )
    await user.click(await screen.findByRole('option', { name: 'USPS Priority: 2 rows, $18.20' }))
    expect(await screen.findByText('2 rows changed to USPS Priority')).toBeVisible()
    expect(kept.sent).toEqual([{ step: 'choose', body: { carrier: 'USPS', service: 'Priority' } }])
    expect(await screen.findByText('$14.30')).toBeVisible()
  })

  it('buys once, with the button disabled meanwhile', async () => {
    const kept = keepUpload({ status: 'rated' })
    const { user } = open()
    const buy = await screen.findByRole('button', { name: 'Purchase Labels' })
    await user.dblClick(buy)
    expect(await screen.findByText('Purchasing labels: 0 out of 2 shipments')).toBeVisible()
    expect(kept.sent).toEqual([{ step: 'buy_labels', body: {} }])
  })

  it('says what is missing and where to add it, before the click', async () => {
    const kept = keepUpload({ status: 'rated' })
    kept.totals = { ...kept.totals, balance_after: '-4.15', missing: '4.15' }
    open()
    expect(await screen.findByText('Your balance is $4.15 short.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Add funds' })).toHaveAttribute('href', '/balance')
    expect(screen.getByText('-$4.15')).toBeVisible()
  })

  it('shows but does not sell to those who may only look', async () => {
    signedInAs(looker)
    keepUpload({ status: 'rated' })
    open()
    expect(await screen.findByText('Ada Wright')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Purchase Labels' })).toBeNull()
    expect(screen.queryByRole('combobox', { name: /Rate for row/ })).toBeNull()
  })

  it('follows server-sent events where there are any', async () => {
    const { sources, send, restore } = stubEvents()
    onTestFinished(restore)
    keepUpload({ status: 'rating' })
    open()
    await waitFor(() => expect(sources).toHaveLength(1))
    const [source] = sources
    source?.dispatchEvent(new Event('open'))
    send({ status: 'rating', processed_rows_count: 2, rows_count: 3 })
    expect(await screen.findByText('Getting rates: 2 out of 3 shipments')).toBeVisible()
    // The stream breaks: the next answers come from asking, which still says nothing is done.
    source?.dispatchEvent(new Event('error'))
    expect(await screen.findByText('Getting rates: 0 out of 3 shipments')).toBeVisible()
    expect(sources).toHaveLength(1)
  })
})

describe('the labels', () => {
  const failedRow = uploadShipment({ row: 2, label_status: 'error', label_error: 'No such street' })
  const bought = { status: 'purchased', labels_count: 1, label_errors_count: 1, job_id: 'job_1' }

  function keepBought() {
    const kept = keepUpload(bought)
    kept.shipments = [uploadShipment({ state: 'bought', label_status: 'ready' }), failedRow]
    mockServer.use(
      http.get('*/dashboard/jobs/job_1/causes', () =>
        HttpResponse.json({ success: true, items: [{ message: 'No such street', count: 1 }] }),
      ),
    )
    return kept
  }

  it('count what is done, and end with what can be printed', async () => {
    const kept = keepUpload({ status: 'purchasing', labels_count: 1 })
    open()
    expect(await screen.findByText('Purchasing labels: 1 out of 2 shipments')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Print All Labels' })).toBeNull()
    kept.status = { ...kept.status, status: 'purchased', labels_count: 2 }
    kept.shipments = []
    expect(await screen.findByRole('button', { name: 'Print All Labels' })).toBeVisible()
    expect(screen.getByText('2 labels purchased.')).toBeVisible()
    expect(screen.queryByText('Shipments with Errors')).toBeNull()
    expect(screen.getByRole('link', { name: 'View Shipments' })).toHaveAttribute(
      'href',
      '/shipments?upload_id=upl_1',
    )
  })

  it('that failed can be corrected, deleted and tried again', async () => {
    const kept = keepBought()
    const deleted = vi.fn<(id: unknown) => void>()
    mockServer.use(
      http.delete('*/dashboard/shipments/:id', ({ params }) => {
        deleted(params['id'])
        return HttpResponse.json({ success: true })
      }),
    )
    const { user } = open()
    const table = within(await screen.findByRole('table', { name: 'Shipments with Errors' }))
    expect(await table.findByText('Jo Doe')).toBeVisible()
    expect(table.queryByText('Ada Wright')).toBeNull()
    expect(table.getByRole('link', { name: 'Correct and purchase row 2' })).toHaveAttribute(
      'href',
      '/shipment/shp_2',
    )
    const causes = within(await screen.findByRole('region', { name: 'Failures by cause' }))
    expect(causes.getByText('No such street')).toBeVisible()
    await user.click(table.getByRole('button', { name: 'Delete row 2' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete shipment' }))
    expect(
      dialog.getByText(
        'Are you sure you want to delete this shipment? This action cannot be undone.',
      ),
    ).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(deleted).toHaveBeenCalledWith('shp_2'))
    await user.click(button('Retry failed'))
    expect(await screen.findByText(/^Purchasing labels:/)).toBeVisible()
    expect(kept.sent).toEqual([{ step: 'retry', body: null }])
  })

  it('that stopped for want of money say how much, and go on after a top-up', async () => {
    const kept = keepBought()
    kept.totals = { ...kept.totals, balance_after: '-2.00', missing: '2.00' }
    open()
    expect(await screen.findByText('Your balance is $2.00 short.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Add funds' })).toBeVisible()
    expect(button('Retry failed')).toBeEnabled()
  })

  it('are printed all together, and the results can be downloaded', async () => {
    keepBought()
    const compiled = vi.fn<(body: unknown) => void>()
    const clicked = vi
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(() => undefined)
    mockServer.use(
      http.post('*/dashboard/shipments/compile', async ({ request }) => {
        compiled(await request.json())
        return HttpResponse.json({
          success: true,
          report: { url: '/dashboard/files/fil_1?ticket=t', format: 'pdf' },
        })
      }),
      http.get('*/dashboard/files/fil_1', () => new HttpResponse(new Blob(['%PDF']))),
      http.get('*/dashboard/shipment_uploads/upl_1/results', () =>
        HttpResponse.json({ success: true, url: '/dashboard/files/fil_2?ticket=t' }),
      ),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Print All Labels' }))
    await waitFor(() => expect(document.getElementById('print-frame')).not.toBeNull())
    document.getElementById('print-frame')?.remove()
    expect(compiled).toHaveBeenCalledWith({
      all_matching: { draft: false, downloaded: 'all', source: 'all', upload_id: 'upl_1' },
      format: 'pdf',
      layout: '4X6',
      packing_slip: false,
    })
    await user.click(button('Results file'))
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1))
    expect(clicked.mock.contexts[0]).toHaveProperty(
      'href',
      expect.stringContaining('/dashboard/files/fil_2?ticket=t'),
    )
  })
})
