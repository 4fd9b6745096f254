import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { JobDetail, JobRow } from '@/api/jobs'
import { withBusy } from '@/components/ui/modals/busy'
import { listOf, owner, signedInAs, subUser } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { jobRow } from '@/testing/uploads'

withMockServer()
beforeEach(() => signedInAs(owner))

const DONE = jobRow({
  id: 'job_2',
  title: 'Refunding 2 labels',
  by: 'Ann Lee',
  state: 'done',
  done: 2,
  total: 2,
  failed: 1,
  cancellable: false,
  retryable: true,
  finished_at: '2026-11-14T10:01:00Z',
})

function listJobs(...jobs: JobRow[]) {
  const asked: URLSearchParams[] = []
  const acted = vi.fn<(what: string) => void>()
  let held = Promise.resolve()
  mockServer.use(
    http.get('*/dashboard/jobs', ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json(listOf(jobs))
    }),
    http.post('*/dashboard/jobs/:id/:verb', async ({ params }) => {
      acted(`${String(params['verb'])} ${String(params['id'])}`)
      await held
      return HttpResponse.json({ success: true, job_id: 'job_9' })
    }),
  )
  /** Lets actions wait for an answer until what it returns is called. */
  const hold = () => {
    let release: () => void = () => undefined
    held = new Promise((resolve) => (release = resolve))
    return () => release()
  }
  return { asked, acted, hold }
}

function detail(changes: Partial<JobDetail> = {}): JobDetail {
  return {
    id: 'job_2',
    kind: 'shipments',
    state: 'done',
    progress: { done: 2, total: 2 },
    rows: { ok: 1, failed: 1 },
    message: null,
    started_by: 'Ann Lee',
    created_at: '2026-11-14T10:00:00Z',
    started_at: null,
    finished_at: '2026-11-14T10:01:00Z',
    report: null,
    title: 'Refunding 2 labels',
    link: null,
    cancellable: false,
    retryable: true,
    ...changes,
  }
}

function keepJob(start: JobDetail) {
  const kept = { job: start, done: 2 }
  mockServer.use(
    http.get('*/dashboard/jobs/:id', () => HttpResponse.json({ success: true, job: kept.job })),
    http.get('*/dashboard/jobs/:id/rows', ({ request }) => {
      const state = new URL(request.url).searchParams.get('state')
      const rows = [
        { row: 1, state: 'ok', message: '9400', reference: 'shp_1' },
        { row: 2, state: 'failed', message: 'Too late', reference: 'shp_2' },
      ]
      return HttpResponse.json(
        listOf(rows.slice(0, kept.done).filter((row) => !state || row.state === state)),
      )
    }),
    http.get('*/dashboard/jobs/:id/causes', () =>
      HttpResponse.json({ success: true, items: [{ message: 'Too late', count: 1 }] }),
    ),
  )
  return kept
}

describe('the jobs list', () => {
  it('shows who does what and how far, and acts', async () => {
    const { acted, hold } = listJobs(jobRow(), DONE)
    const { user } = renderApp('/jobs')
    expect(await screen.findByText('3 of 12')).toBeVisible()
    expect(screen.getByText('Ada Owner')).toBeVisible()
    expect(screen.getByText('Done, with failures')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Buying 12 labels' })).toHaveAttribute(
      'href',
      '/jobs/job_1',
    )
    expect(screen.queryByRole('button', { name: 'Retry failed of Buying 12 labels' })).toBeNull()
    const release = hold()
    const again = screen.getByRole('button', { name: 'Retry failed of Refunding 2 labels' })
    await user.dblClick(again)
    await waitFor(() => expect(acted).toHaveBeenLastCalledWith('retry job_2'))
    expect(again).toBeDisabled()
    release()
    await waitFor(() => expect(again).toBeEnabled())
    expect(acted).toHaveBeenCalledOnce()
    await user.click(screen.getByRole('button', { name: 'Cancel Buying 12 labels' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel job' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel job' }))
    await waitFor(() => expect(acted).toHaveBeenLastCalledWith('cancel job_1'))
  })

  it('filters by state', async () => {
    const { asked } = listJobs(DONE)
    renderApp('/jobs?state=done')
    await screen.findByText('Ann Lee')
    expect(asked[0]?.get('state')).toBe('done')
  })

  it('offers no action to sub-users', async () => {
    signedInAs(subUser)
    listJobs(jobRow(), DONE)
    renderApp('/jobs')
    expect(await screen.findByText('Buying 12 labels')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^(Retry failed|Cancel) / })).toBeNull()
  })
})

describe('a job', () => {
  it('shows its causes and the outcome of each row', async () => {
    keepJob(detail())
    const { user, router } = renderApp('/jobs/job_2')
    expect(await screen.findByRole('heading', { name: 'Refunding 2 labels' })).toBeVisible()
    const causes = within(await screen.findByRole('region', { name: 'Failures by cause' }))
    expect(causes.getByText('Too late')).toBeVisible()
    const table = within(screen.getByRole('table', { name: 'Outcome per row' }))
    expect(await table.findByRole('link', { name: 'shp_1' })).toHaveAttribute(
      'href',
      '/shipment/shp_1/summary',
    )
    expect(table.getByRole('link', { name: 'shp_2' })).toHaveAttribute('href', '/shipment/shp_2')
    await user.click(screen.getByRole('button', { name: 'Outcome' }))
    await user.click(await screen.findByRole('option', { name: 'Failed' }))
    await waitFor(() => expect(table.queryByRole('link', { name: 'shp_1' })).toBeNull())
    expect(router.state.location.search).toMatchObject({ state: 'failed' })
  })

  it('is followed while it runs, and tried again when it has ended with failures', async () => {
    const running = {
      state: 'running',
      finished_at: null,
      progress: { done: 1, total: 2 },
      cancellable: true,
      retryable: false,
    }
    const kept = keepJob(detail({ ...running, rows: { ok: 1, failed: 0 } }))
    const { acted } = listJobs()
    const { user, router } = renderApp('/jobs/job_2')
    expect(await screen.findByText('1 out of 2')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible()
    kept.job = detail({ link: '/shipments' })
    expect(await screen.findByRole('link', { name: 'Open' })).toHaveAttribute('href', '/shipments')
    await user.click(screen.getByRole('button', { name: 'Retry failed' }))
    await waitFor(() => expect(acted).toHaveBeenCalledWith('retry job_2'))
    // Another job does it: that one is shown.
    await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_9'))
  })

  it('reads its rows once more when it has ended', async () => {
    const going = { state: 'running', finished_at: null, retryable: false }
    const kept = keepJob(detail({ ...going, rows: { ok: 0, failed: 0 } }))
    kept.done = 0
    renderApp('/jobs/job_2')
    expect(await screen.findByText('No row is done yet.')).toBeVisible()
    kept.done = 2
    kept.job = detail()
    expect(await screen.findByText('Finished')).toBeVisible()
    expect(screen.queryByText('This job has no rows of its own.')).toBeNull()
    expect(await screen.findByRole('link', { name: 'shp_2' })).toBeVisible()
  })

  it('is tried again once, however often that is clicked', async () => {
    keepJob(detail())
    const { acted, hold } = listJobs()
    const release = hold()
    const { user, router } = renderApp('/jobs/job_2')
    await user.dblClick(await screen.findByRole('button', { name: 'Retry failed' }))
    expect(screen.getByRole('button', { name: 'Retry failed' })).toBeDisabled()
    release()
    await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_9'))
    expect(acted).toHaveBeenCalledOnce()
  })

  it('is cancelled once, and shows that it is being cancelled', async () => {
    keepJob(detail({ state: 'running', finished_at: null, cancellable: true, retryable: false }))
    const { acted, hold } = listJobs()
    const release = hold()
    const { user } = renderApp('/jobs/job_2')
    const button = await screen.findByRole('button', { name: 'Cancel' })
    await user.dblClick(button)
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel job' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel job' }))
    await waitFor(() => expect(button).toBeDisabled())
    release()
    await waitFor(() => expect(button).toBeEnabled())
    expect(acted).toHaveBeenCalledOnce()
    expect(screen.queryByRole('dialog', { name: 'Cancel job' })).toBeNull()
  })

  it('can be followed from the busy modal', async () => {
    keepJob(detail())
    const { user, router } = renderApp('/welcome')
    await screen.findByRole('heading', { level: 1 })
    let end: () => void = () => undefined
    const work = withBusy('Buying...', () => new Promise<void>((resolve) => (end = resolve)), {
      mayLeave: true,
      page: '/jobs/job_2',
    })
    await user.click(await screen.findByRole('button', { name: 'Show in Jobs' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_2'))
    end()
    await work
  })
})
