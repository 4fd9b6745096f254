import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'

import { failed, NO_PERMISSIONS, owner, signedInAs, subUser } from '@/testing/fixtures'
import { withMockServer } from '@/testing/server'
import { listShipments } from '@/testing/shipments'

import classes from './buyLabels.module.css'
import {
  answerBuy,
  becameJob,
  box,
  buy,
  choose,
  draft,
  JANE,
  jobLink,
  JOHN,
  keepJob,
  open,
  quietServer,
  rowOf,
} from './testing'

withMockServer()
beforeEach(() => {
  signedInAs(owner)
  quietServer()
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
    expect((await rowOf(/Jane Roe/)).getByText(reason)).toBeVisible()
  })

  it('says why a draft was not bought before', async () => {
    listShipments([{ ...JANE, label_status: 'error', label_error: 'No such street' }])
    open()
    expect(await screen.findByText('No such street')).toBeVisible()
    expect(box('Jane Roe')).toBeEnabled()
  })

  it('wants something chosen', async () => {
    listShipments([JANE])
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Buy Labels' }))
    expect(await screen.findByText('Select at least one shipment')).toBeVisible()
  })

  it('is the owner’s', async () => {
    const permissions = { ...NO_PERMISSIONS, shipment_reporting: true }
    signedInAs({ ...subUser, person: subUser.person && { ...subUser.person, permissions } })
    open()
    expect(await screen.findByText('Access denied')).toBeVisible()
  })
})
