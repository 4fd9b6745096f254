import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { failed, listOf, NO_PERMISSIONS, owner, signedInAs, subUser } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { listShipments, shipmentRow } from '@/testing/shipments'
import { upload } from '@/testing/uploads'

import { mayBuy } from './columns'
import { withLoading, withOutcomes, withoutLoading, withReport } from './states'

withMockServer()

const draft = (id: string, to_name: string) =>
  shipmentRow({ id, to_name, state: 'draft', label_status: null, rates_count: 3 })
const JANE = draft('shp_1', 'Jane Roe')
const JOHN = draft('shp_2', 'John Doe')
const NOBODY = new Map()

beforeEach(() => {
  signedInAs(owner)
  mockServer.use(
    http.get('*/dashboard/shipment_uploads', () => HttpResponse.json(listOf([upload()]))),
  )
})

function answerBuy(reply: () => Response) {
  const sent = vi.fn<(body: unknown) => void>()
  mockServer.use(
    http.post('*/dashboard/shipments/buy', async ({ request }) => {
      sent(await request.json())
      return reply()
    }),
  )
  return sent
}

async function choose(...names: string[]) {
  const app = renderApp('/shipments/buy-labels')
  for (const name of names) {
    await app.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  }
  await app.user.click(screen.getByRole('button', { name: 'Buy Labels' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Buy labels' }))
  await app.user.click(dialog.getByRole('button', { name: 'Buy' }))
  return app
}

const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })

describe('the states of rows', () => {
  it('end with what is known, never with a spinner', () => {
    const started = withLoading(NOBODY, ['shp_1', 'shp_2', 'shp_3'])
    const told = withOutcomes(started, [
      { row: 1, state: 'ok', message: '9400', reference: 'shp_1' },
      { row: 2, state: 'failed', message: null, reference: 'shp_2' },
    ])
    expect([...withoutLoading(told)]).toEqual([
      ['shp_1', { kind: 'purchased', trackingCode: '9400' }],
      ['shp_2', { kind: 'failed', message: 'Something went wrong' }],
    ])
  })

  it('decide what can be chosen', () => {
    const bought = withReport(NOBODY, {
      bought: [{ id: 'shp_1', tracking_code: '9400' }],
      failed: [{ id: 'shp_2', message: 'No' }],
    })
    expect(mayBuy(JANE, bought)).toBe(false)
    // What failed may be tried again.
    expect(mayBuy(JOHN, bought)).toBe(true)
    expect(mayBuy({ ...JANE, rates_count: 0 }, NOBODY)).toBe(false)
    expect(mayBuy({ ...JANE, state: 'buying' }, NOBODY)).toBe(false)
  })
})

describe('bulk purchase', () => {
  it('lists drafts of every source and buys the chosen ones', async () => {
    const asked = listShipments([JANE, JOHN])
    const sent = answerBuy(() =>
      HttpResponse.json({
        success: true,
        report: {
          bought: [{ id: 'shp_1', tracking_code: '9400' }],
          failed: [{ id: 'shp_2', message: 'No such street' }],
        },
      }),
    )
    await choose('Jane Roe', 'John Doe')
    expect(await screen.findByText('Label purchased successfully!')).toBeVisible()
    expect(box('Jane Roe')).toBeDisabled()
    expect(screen.getByRole('link', { name: '9400' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/shipment\/.+\/summary$/),
    )
    expect(screen.getByText('No such street')).toBeVisible()
    expect(box('John Doe')).toBeEnabled()
    expect(sent).toHaveBeenCalledWith({ ids: ['shp_1', 'shp_2'] })
    expect(asked[0]?.get('draft')).toBe('true')
    expect(asked[0]?.get('source')).toBe('all')
    // The rows stay in view.
    expect(asked).toHaveLength(1)
  })

  it('follows a job row by row', async () => {
    listShipments([JANE, JOHN])
    answerBuy(() => HttpResponse.json({ success: true, job_id: 'job_1' }, { status: 202 }))
    const ok = (row: number) => ({ row, state: 'ok', message: '9400', reference: `shp_${row}` })
    const job = { finished: false, rows: [ok(1)] }
    mockServer.use(
      http.get('*/dashboard/jobs/job_1', () =>
        HttpResponse.json({
          success: true,
          job: {
            id: 'job_1',
            state: job.finished ? 'done' : 'running',
            progress: { done: job.rows.length, total: 2 },
            rows: { ok: job.rows.length, failed: 0 },
            finished_at: job.finished ? '2026-11-14T10:00:00Z' : null,
          },
        }),
      ),
      http.get('*/dashboard/jobs/job_1/rows', () => HttpResponse.json(listOf(job.rows))),
    )
    await choose('Jane Roe', 'John Doe')
    expect(await screen.findByText('Label purchased successfully!')).toBeVisible()
    expect(screen.getByText('Buying...')).toBeVisible()
    expect(box('John Doe')).toBeDisabled()
    expect(screen.getByRole('link', { name: 'Show in Jobs' })).toHaveAttribute(
      'href',
      '/jobs/job_1',
    )
    job.rows = [ok(1), ok(2)]
    job.finished = true
    await waitFor(() =>
      expect(screen.getAllByText('Label purchased successfully!')).toHaveLength(2),
    )
    expect(screen.queryByText('Buying...')).toBeNull()
  })

  it('tells a refusal and frees the rows', async () => {
    listShipments([JANE])
    answerBuy(() => failed(402, { message: 'Failed to charge your account.' }))
    await choose('Jane Roe')
    const dialog = within(await screen.findByRole('dialog', { name: 'Failure' }))
    expect(dialog.getByText('Failed to charge your account.')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Buying...')).toBeNull())
    expect(box('Jane Roe')).toBeEnabled()
  })

  it('shows who comes back what is still being bought', async () => {
    listShipments([
      { ...JANE, state: 'buying' },
      { ...JOHN, rates_count: 0 },
    ])
    renderApp('/shipments/buy-labels')
    expect(await screen.findByText('Buying...')).toBeVisible()
    expect(box('Jane Roe')).toBeDisabled()
    expect(screen.getByRole('link', { name: 'Get rates first' })).toHaveAttribute(
      'href',
      '/shipment/shp_2',
    )
  })

  it('wants something chosen', async () => {
    listShipments([JANE])
    const { user } = renderApp('/shipments/buy-labels')
    await user.click(await screen.findByRole('button', { name: 'Buy Labels' }))
    expect(await screen.findByText('Select at least one shipment')).toBeVisible()
  })

  it('is the owner’s', async () => {
    const permissions = { ...NO_PERMISSIONS, shipment_reporting: true }
    signedInAs({ ...subUser, person: subUser.person && { ...subUser.person, permissions } })
    renderApp('/shipments/buy-labels')
    expect(await screen.findByText('Access denied')).toBeVisible()
  })
})
