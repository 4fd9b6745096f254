import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { failed, listOf, NO_PERMISSIONS, owner, signedInAs, subUser } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { listShipments, shipmentRow } from '@/testing/shipments'
import { jobRow, upload } from '@/testing/uploads'

import classes from './buyLabels.module.css'

withMockServer()

const draft = (id: string, to_name: string) =>
  shipmentRow({ id, to_name, state: 'draft', label_status: null, rates_count: 3 })
const JANE = draft('shp_1', 'Jane Roe')
const JOHN = draft('shp_2', 'John Doe')

beforeEach(() => {
  signedInAs(owner)
  mockServer.use(
    http.get('*/dashboard/shipment_uploads', () => HttpResponse.json(listOf([upload()]))),
    http.get('*/dashboard/jobs', () => HttpResponse.json(listOf([]))),
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

const becameJob = (job_id: string) => () =>
  HttpResponse.json({ success: true, job_id }, { status: 202 })

/** A job that buys until it is told to have finished; `asked` says for which rows it was asked. */
function keepJob(id: string, ...bought: string[]) {
  const asked: string[] = []
  const refused: number[] = []
  const kept = { bought, finished: false, answer: 200, asked, refused }
  const found = () =>
    kept.bought.map((reference, at) => ({ row: at + 1, state: 'ok', message: '9400', reference }))
  mockServer.use(
    http.get(`*/dashboard/jobs/${id}`, () => {
      if (kept.answer !== 200) {
        refused.push(kept.answer)
        return failed(kept.answer, { message: 'Not now' })
      }
      const job = {
        id,
        state: kept.finished ? 'done' : 'running',
        progress: { done: kept.bought.length, total: 2 },
        rows: { ok: kept.bought.length, failed: 0 },
        finished_at: kept.finished ? '2026-11-14T10:00:00Z' : null,
      }
      return HttpResponse.json({ success: true, job })
    }),
    http.get(`*/dashboard/jobs/${id}/rows`, ({ request }) => {
      const references = new URL(request.url).searchParams.get('references') ?? ''
      asked.push(references)
      const rows = found().filter(({ reference }) => references.split(',').includes(reference))
      return HttpResponse.json(listOf(rows))
    }),
  )
  return kept
}

type App = ReturnType<typeof renderApp>

async function choose({ user }: App, ...names: string[]) {
  for (const name of names) {
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  }
  await user.click(screen.getByRole('button', { name: 'Buy Labels' }))
  return within(await screen.findByRole('dialog', { name: 'Buy labels' }))
}

async function buy(app: App, ...names: string[]) {
  const dialog = await choose(app, ...names)
  await app.user.click(dialog.getByRole('button', { name: 'Buy' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Buy labels' })).toBeNull())
}

const open = () => renderApp('/shipments/buy-labels')
const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
const jobLink = () => screen.findByRole('link', { name: 'Show in Jobs' })

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
    await buy(open(), 'Jane Roe', 'John Doe')
    expect(await screen.findByText('Label purchased successfully!')).toBeVisible()
    expect(box('Jane Roe')).toBeDisabled()
    expect(screen.getByRole('link', { name: '9400' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/shipment\/.+\/summary$/),
    )
    // A long reason wraps, although the badge it stands in does not.
    expect(screen.getByText('No such street')).toHaveClass(classes.wrap ?? '')
    expect(box('John Doe')).toBeEnabled()
    expect(sent).toHaveBeenCalledWith({ ids: ['shp_1', 'shp_2'] })
    expect(asked[0]?.get('draft')).toBe('true')
    expect(asked[0]?.get('source')).toBe('all')
    // The rows stay in view.
    expect(asked).toHaveLength(1)
  })

  it('follows a job row by row, asking for the rows in view', async () => {
    listShipments([JANE, JOHN, draft('shp_3', 'Ann Lee')])
    answerBuy(becameJob('job_1'))
    const job = keepJob('job_1', 'shp_1')
    await buy(open(), 'Jane Roe', 'John Doe')
    expect(await screen.findByText('Label purchased successfully!')).toBeVisible()
    expect(screen.getByText('Buying...')).toBeVisible()
    expect(box('John Doe')).toBeDisabled()
    expect(box('Ann Lee')).toBeEnabled()
    expect(await jobLink()).toHaveAttribute('href', '/jobs/job_1')
    await waitFor(() => expect(job.asked).toContain('shp_2'))
    // What goes wrong on the way frees nothing, and is not told.
    job.bought = ['shp_1', 'shp_2']
    job.finished = true
    for (const answer of [500, 429]) {
      job.answer = answer
      await waitFor(() => expect(job.refused).toContain(answer))
    }
    expect(box('John Doe')).toBeDisabled()
    expect(screen.queryByRole('dialog', { name: 'Failure' })).toBeNull()
    job.answer = 200
    await waitFor(() =>
      expect(screen.getAllByText('Label purchased successfully!')).toHaveLength(2),
    )
    expect(screen.queryByText('Buying...')).toBeNull()
    expect([...new Set(job.asked)]).toEqual(['shp_1,shp_2', 'shp_2'])
  })

  it('leaves the rows of one job alone when another ends', async () => {
    listShipments([JANE, JOHN])
    const names = ['job_1', 'job_2']
    answerBuy(() => becameJob(names.shift() ?? '')())
    keepJob('job_1')
    const second = keepJob('job_2')
    const app = open()
    await buy(app, 'Jane Roe')
    await buy(app, 'John Doe')
    await waitFor(async () => expect(await jobLink()).toHaveAttribute('href', '/jobs/job_2'))
    second.bought = ['shp_2']
    second.finished = true
    expect(await screen.findByText('Label purchased successfully!')).toBeVisible()
    await waitFor(async () => expect(await jobLink()).toHaveAttribute('href', '/jobs/job_1'))
    expect(screen.getByText('Buying...')).toBeVisible()
    expect(box('Jane Roe')).toBeDisabled()
  })

  it('keeps what was chosen when the answer is no', async () => {
    listShipments([JANE])
    const app = open()
    const dialog = await choose(app, 'Jane Roe')
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Buy labels' })).toBeNull())
    expect(box('Jane Roe')).toBeChecked()
  })

  it('tells a refusal and frees the rows', async () => {
    listShipments([JANE])
    answerBuy(() => failed(402, { message: 'Failed to charge your account.' }))
    await buy(open(), 'Jane Roe')
    const dialog = within(await screen.findByRole('dialog', { name: 'Failure' }))
    expect(dialog.getByText('Failed to charge your account.')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Buying...')).toBeNull())
    expect(box('Jane Roe')).toBeEnabled()
  })

  it('says at its rows why nothing was bought', async () => {
    listShipments([JANE])
    const reason = 'The carrier said no.'
    const message = '0 label(s) bought, 1 failed.'
    answerBuy(() => HttpResponse.json({ success: false, message, errors: [reason] }))
    const app = open()
    await buy(app, 'Jane Roe')
    await screen.findByRole('dialog', { name: 'Failure' })
    await app.user.keyboard('{Escape}')
    const cell = within(await screen.findByRole('row', { name: /Jane Roe/ }))
    expect(cell.getByText(reason)).toBeVisible()
  })

  it('shows who comes back what is still being bought', async () => {
    listShipments([JANE, { ...JOHN, rates_count: 0 }])
    answerBuy(becameJob('job_1'))
    const job = keepJob('job_1')
    const app = open()
    await buy(app, 'Jane Roe')
    await jobLink()
    await app.router.navigate({ to: '/jobs' })
    await screen.findByRole('heading', { name: 'Jobs' })
    await app.router.navigate({ to: '/shipments/buy-labels' })
    expect(await screen.findByText('Buying...')).toBeVisible()
    expect(box('Jane Roe')).toBeDisabled()
    expect(await jobLink()).toHaveAttribute('href', '/jobs/job_1')
    expect(screen.getByRole('link', { name: 'Get rates first' })).toHaveAttribute(
      'href',
      '/shipment/shp_2',
    )
    job.bought = ['shp_1']
    expect(await screen.findByText('Label purchased successfully!')).toBeVisible()
  })

  it('finds a purchase that another page began', async () => {
    listShipments([JANE, JOHN])
    mockServer.use(
      http.get('*/dashboard/jobs', ({ request }) => {
        const state = new URL(request.url).searchParams.get('state') ?? ''
        const jobs = [
          jobRow({ id: 'job_7', kind: 'buy_labels', state: 'running' }),
          jobRow({ id: 'job_8', kind: 'refund_labels', state: 'running' }),
        ]
        return HttpResponse.json(listOf(jobs.filter((job) => job.state === state)))
      }),
    )
    keepJob('job_7', 'shp_1')
    open()
    expect(await jobLink()).toHaveAttribute('href', '/jobs/job_7')
    expect(screen.getByText(/Labels are being bought already/)).toBeVisible()
    expect(await screen.findByText('Label purchased successfully!')).toBeVisible()
    expect(box('Jane Roe')).toBeDisabled()
    expect(box('John Doe')).toBeEnabled()
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
