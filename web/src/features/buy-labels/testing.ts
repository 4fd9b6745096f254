// What the tests of bulk purchase share: drafts, jobs on the mock server, and somebody who buys.
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, vi } from 'vitest'

import { failed, listOf } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer } from '@/testing/server'
import { shipmentRow } from '@/testing/shipments'
import { jobRow, upload } from '@/testing/uploads'

export const draft = (id: string, to_name: string) =>
  shipmentRow({ id, to_name, state: 'draft', label_status: null, rates_count: 3 })
export const JANE = draft('shp_1', 'Jane Roe')
export const JOHN = draft('shp_2', 'John Doe')

/** No job runs, and there is one upload. */
export function quietServer() {
  mockServer.use(
    http.get('*/dashboard/shipment_uploads', () => HttpResponse.json(listOf([upload()]))),
    http.get('*/dashboard/jobs', () => HttpResponse.json(listOf([]))),
  )
}

export function answerBuy(reply: () => Response) {
  const sent = vi.fn<(body: unknown) => void>()
  mockServer.use(
    http.post('*/dashboard/shipments/buy', async ({ request }) => {
      sent(await request.json())
      return reply()
    }),
  )
  return sent
}

export const becameJob = (job_id: string) => () =>
  HttpResponse.json({ success: true, job_id }, { status: 202 })

/**
 * A job that buys until it is told to have finished. `waiting` are those it has still to reach;
 * `asked` says for which rows it was asked, and `searched` for which of them with what waits.
 */
export function keepJob(id: string, ...bought: string[]) {
  const none: string[] = []
  const refused: number[] = []
  const lists = { bought, waiting: none, asked: [...none], searched: [...none] }
  const kept = { ...lists, finished: false, answer: 200, refused }
  const found = () =>
    kept.bought.map((reference, at) => ({ row: at + 1, state: 'ok', message: '9400', reference }))
  const waits = () =>
    kept.waiting.map((reference) => ({ row: 9, state: 'waiting', message: null, reference }))
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
      const asked = new URL(request.url).searchParams
      const references = asked.get('references') ?? ''
      const search = asked.get('waiting') === 'true'
      kept.asked.push(references)
      if (search) kept.searched.push(references)
      const rows = [...found(), ...(search && !kept.finished ? waits() : [])]
      const wanted = new Set(references.split(','))
      return HttpResponse.json(listOf(rows.filter(({ reference }) => wanted.has(reference))))
    }),
  )
  return kept
}

/** A purchase that runs, and a job that is none; they are listed once `ready`. */
export function listJobs(ready: Promise<void> = Promise.resolve()) {
  const jobs = [
    jobRow({ id: 'job_7', kind: 'buy_labels', state: 'running' }),
    jobRow({ id: 'job_9', kind: 'refund_labels', state: 'running' }),
  ]
  mockServer.use(
    http.get('*/dashboard/jobs', async ({ request }) => {
      await ready
      const state = new URL(request.url).searchParams.get('state') ?? ''
      return HttpResponse.json(listOf(jobs.filter((job) => job.state === state)))
    }),
  )
}

type App = ReturnType<typeof renderApp>

export async function choose({ user }: App, ...names: string[]) {
  for (const name of names) {
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  }
  await user.click(screen.getByRole('button', { name: 'Buy Labels' }))
  return within(await screen.findByRole('dialog', { name: 'Buy labels' }))
}

export async function buy(app: App, ...names: string[]) {
  const dialog = await choose(app, ...names)
  await app.user.click(dialog.getByRole('button', { name: 'Buy' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Buy labels' })).toBeNull())
}

export const open = () => renderApp('/shipments/buy-labels')
export const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
export const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }))
export const jobLink = () => screen.findByRole('link', { name: 'Show in Jobs' })
