import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { owner, signedInAs } from '@/testing/fixtures'
import { mockServer, withMockServer } from '@/testing/server'
import { listShipments, shipmentsPage } from '@/testing/shipments'

import {
  answerBuy,
  becameJob,
  box,
  buy,
  draft,
  JANE,
  jobLink,
  JOHN,
  keepJob,
  listJobs,
  open,
  quietServer,
  rowOf,
} from './testing'

withMockServer()
beforeEach(() => {
  signedInAs(owner)
  quietServer()
})

/** Lets the seconds between two questions pass at once; real ones go on passing. */
function quickSeconds() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  return async (done: () => boolean) => {
    for (let seconds = 0; seconds < 1_000 && !done(); seconds += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      // What the server answers takes its time.
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    }
    expect(done()).toBe(true)
  }
}

describe('a purchase that runs', () => {
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

  it('finds a purchase that runs, and what waits in it, after a reload', async () => {
    const pages = new Map([
      ['1', [JANE, JOHN, draft('shp_3', 'Ann Lee')]],
      ['2', [draft('shp_4', 'Bo Diaz'), draft('shp_5', 'Cy Wu')]],
    ])
    mockServer.use(
      http.get('*/dashboard/shipments', ({ request }) => {
        const page = new URL(request.url).searchParams.get('page') ?? ''
        return HttpResponse.json(shipmentsPage(pages.get(page) ?? [], { total_count: 60 }))
      }),
    )
    listJobs()
    const job = keepJob('job_7', 'shp_1')
    job.waiting = ['shp_2', 'shp_4']
    const app = open()
    expect(await jobLink()).toHaveAttribute('href', '/jobs/job_7')
    expect(await (await rowOf(/John Doe/)).findByText('Buying...')).toBeVisible()
    expect(box('John Doe')).toBeDisabled()
    expect(await screen.findByText('Label purchased successfully!')).toBeVisible()
    expect(box('Jane Roe')).toBeDisabled()
    expect(box('Ann Lee')).toBeEnabled()
    // Then the job is asked for what it has alone, and need not look through all of it.
    await waitFor(() => expect(job.asked.at(-1)).toBe('shp_2'))
    expect(job.searched).toEqual(['shp_1,shp_2,shp_3'])
    // The next page is asked for at once.
    await app.router.navigate({ to: '/shipments/buy-labels', search: { page: 2 } })
    expect(await screen.findByText('Bo Diaz')).toBeVisible()
    expect(await (await rowOf(/Bo Diaz/)).findByText('Buying...')).toBeVisible()
    expect(box('Bo Diaz')).toBeDisabled()
    expect(box('Cy Wu')).toBeEnabled()
    // The end frees what the job never reached.
    job.finished = true
    await waitFor(() => expect(box('Bo Diaz')).toBeEnabled())
  })

  it('does not buy what turned out to wait in another purchase', async () => {
    listShipments([JANE, JOHN])
    const sent = answerBuy(becameJob('job_8'))
    keepJob('job_8')
    keepJob('job_7').waiting = ['shp_1']
    let list: () => void = () => undefined
    listJobs(new Promise<void>((resolve) => (list = resolve)))
    const app = open()
    for (const name of ['Jane Roe', 'John Doe']) {
      await app.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    }
    list()
    expect(await (await rowOf(/Jane Roe/)).findByText('Buying...')).toBeVisible()
    await buy(app)
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ ids: ['shp_2'] }))
  })

  it('is told of once when the server is lost for long, and asked for again', async () => {
    const secondsUntil = quickSeconds()
    listShipments([JANE])
    answerBuy(becameJob('job_1'))
    const job = keepJob('job_1')
    const app = open()
    await buy(app, 'Jane Roe')
    job.answer = 500
    await secondsUntil(() => job.refused.length > 30)
    await screen.findByRole('dialog', { name: 'Failure' })
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Failure' })).toBeNull())
    expect(box('Jane Roe')).toBeDisabled()
    job.bought = ['shp_1']
    job.answer = 200
    expect(await screen.findByText('Label purchased successfully!')).toBeVisible()
    expect(screen.queryByRole('dialog', { name: 'Failure' })).toBeNull()
  })
})
