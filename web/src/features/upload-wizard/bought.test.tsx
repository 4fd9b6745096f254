import { screen, waitFor, within } from '@testing-library/react'
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
/** The figure beside a name in the bar. */
const figure = async (name: string) => (await screen.findByText(name)).nextSibling

describe('the rates', () => {
  it('of rows that were bought elsewhere cannot be chosen any more', async () => {
    const kept = keepUpload({ status: 'rated', labels_count: 1, shipments_count: 3 })
    kept.shipments = [
      uploadShipment({ state: 'bought', price: '6.35' }),
      uploadShipment({ row: 2, state: 'buying' }),
      uploadShipment({ row: 3 }),
    ]
    kept.totals = { ...kept.totals, open_count: 1 }
    open()
    expect(await screen.findByText('Bought')).toBeVisible()
    expect(screen.getByText('USPS GroundAdvantage: $6.35')).toBeVisible()
    expect(screen.getByText('Purchasing')).toBeVisible()
    const pickers = screen.getAllByRole('combobox', { name: /^Rate for row/ })
    expect(pickers.map((one) => one.getAttribute('aria-label'))).toEqual(['Rate for row 3, Jo Doe'])
    expect(await figure('Shipments')).toHaveTextContent('1')
    expect(screen.getByRole('button', { name: 'Purchase Labels' })).toBeEnabled()
  })

  it('buy nothing when nothing is open', async () => {
    const kept = keepUpload({ status: 'rated', labels_count: 1 })
    kept.shipments = [uploadShipment({ state: 'bought' })]
    kept.totals = { ...kept.totals, open_count: 0 }
    open()
    expect(await screen.findByRole('button', { name: 'Purchase Labels' })).toBeDisabled()
    expect(await figure('Shipments')).toHaveTextContent('0')
  })

  it('say nothing about a balance that may not be seen', async () => {
    signedInAs(looker)
    const kept = keepUpload({ status: 'rated' })
    kept.totals = { ...kept.totals, balance_after: null, missing: null }
    open()
    expect(await figure('Total cost')).toHaveTextContent('$10.40')
    expect(screen.queryByText('Balance after purchase')).toBeNull()
    expect(screen.queryByText(/null|short\./)).toBeNull()
  })

  it('come with the results file when rows had errors', async () => {
    const kept = keepUpload({ status: 'rated', errors_count: 2 })
    kept.messages = { 'Row#3': ['City must be given'] }
    const clicked = vi
      .spyOn(HTMLAnchorElement.prototype, 'click')
      .mockImplementation(() => undefined)
    mockServer.use(
      http.get('*/dashboard/shipment_uploads/upl_1/results', () =>
        HttpResponse.json({ success: true, url: '/dashboard/files/fil_2?ticket=t' }),
      ),
    )
    const { user } = open()
    expect(await screen.findByText(/the results file has them all\.$/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Results file' }))
    await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1))
    expect(clicked.mock.contexts[0]).toHaveProperty(
      'href',
      expect.stringContaining('/dashboard/files/fil_2?ticket=t'),
    )
  })
})

describe('the purchase', () => {
  it('counts what failed as the server says, also after shipments were deleted', async () => {
    // Five rows, one with errors, one deleted as a draft: of three shipments one failed.
    keepUpload({
      status: 'purchasing',
      rows_count: 5,
      shipments_count: 3,
      labels_count: 1,
      errors_count: 2,
      label_errors_count: 1,
    })
    open()
    expect(await screen.findByText('Purchasing labels: 2 out of 3 shipments')).toBeVisible()
  })

  it('that follows the rating shows its own job', async () => {
    const { sources, send, restore } = stubEvents()
    onTestFinished(restore)
    const kept = keepUpload({ status: 'rating', job_id: 'job_rate' })
    open()
    await waitFor(() => expect(sources).toHaveLength(1))
    const jobLink = () => screen.getByRole('link', { name: 'Show in Jobs' })
    expect(jobLink()).toHaveAttribute('href', '/jobs/job_rate')
    // Asking rests while there is a stream.
    sources[0]?.dispatchEvent(new Event('open'))
    kept.status = { ...kept.status, status: 'purchasing', job_id: 'job_buy', labels_count: 1 }
    send({ status: 'purchasing', job_id: 'job_buy' })
    await waitFor(() => expect(jobLink()).toHaveAttribute('href', '/jobs/job_buy'))
    // The event said nothing of labels: the status was read again.
    expect(await screen.findByText('Purchasing labels: 1 out of 2 shipments')).toBeVisible()
  })

  it('is not over for a row that was changed and not bought', async () => {
    const kept = keepUpload({ status: 'purchased', labels_count: 1, label_errors_count: 1 })
    kept.shipments = [uploadShipment({ state: 'bought' }), uploadShipment({ row: 2 })]
    open()
    expect(await screen.findByText('1 label purchased, 1 failed.')).toBeVisible()
    const table = within(await screen.findByRole('table', { name: 'Shipments with Errors' }))
    expect(await table.findByText('Changed, not bought yet')).toBeVisible()
    expect(table.getByRole('link', { name: 'Correct and purchase row 2' })).toBeVisible()
  })

  it('never says that every shipment has its label while one has none', async () => {
    const kept = keepUpload({ status: 'purchased', labels_count: 1, label_errors_count: 1 })
    // The last one was bought since the count was taken.
    kept.shipments = []
    open()
    expect(await screen.findByText('No shipment is left to correct.')).toBeVisible()
    expect(screen.queryByText('Every shipment has its label.')).toBeNull()
  })

  it('says nothing about money to those who may not see the balance', async () => {
    signedInAs(looker)
    const kept = keepUpload({ status: 'purchased', labels_count: 1, label_errors_count: 1 })
    kept.totals = { ...kept.totals, balance_after: null, missing: null }
    open()
    expect(await screen.findByText('1 label purchased, 1 failed.')).toBeVisible()
    expect(screen.queryByText(/null|short\./)).toBeNull()
  })
})
