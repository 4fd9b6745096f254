import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'

import { owner, signedInAs } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { withMockServer } from '@/testing/server'
import { uploadShipment } from '@/testing/uploads'

import { hearDryRun, keepUpload, looker, sentOverrides } from './testing'

withMockServer()
beforeEach(() => signedInAs(owner))

const open = () => renderApp('/shipment-upload/upl_1')
const step = (name: string) => screen.findByRole('heading', { level: 2, name })
const findButton = (name: string) => screen.findByRole('button', { name })
const zip = () => screen.findByRole('textbox', { name: 'ZIP' })

describe('going back', () => {
  it('from the rates to the mapping and the import, and on again', async () => {
    hearDryRun()
    const kept = keepUpload({ status: 'rated' })
    const { user } = open()
    await user.click(await findButton('Change Import'))
    await step('Import Upload')
    await user.click(await findButton('Back to Rates'))
    await step('Purchase Labels')
    await user.click(await findButton('Change Mapping'))
    await step('Assign Mapping')
    await user.click(await findButton('Back to Rates'))
    await step('Purchase Labels')
    expect(kept.sent).toEqual([])
    await user.click(await findButton('Change Mapping'))
    await screen.findByText('Happy birthday')
    await user.click(await findButton('Confirm Mapping'))
    await waitFor(async () => expect(await zip()).toHaveValue('94104'))
    expect(screen.queryByRole('button', { name: 'Back to Rates' })).toBeNull()
    // Nothing was typed, so nothing is unsaved.
    expect(screen.queryByText('Unsaved changes')).toBeNull()
  })

  it('is told to be the way on when no row became a shipment', async () => {
    const kept = keepUpload({ status: 'rated', shipments_count: 0 })
    kept.shipments = []
    kept.totals = { ...kept.totals, open_count: 0 }
    open()
    expect(
      await screen.findByText(/^There is no shipment to buy. Change the mapping/),
    ).toBeVisible()
    expect(await findButton('Change Mapping')).toBeEnabled()
    expect(await findButton('Purchase Labels')).toBeDisabled()
  })

  it.each([{ labels_count: 1 }, { labels_count: 0, buying_count: 1 }])(
    'is over when a label was bought: %o',
    async (counts) => {
      keepUpload({ status: 'rated', ...counts })
      open()
      await findButton('Purchase Labels')
      expect(screen.queryByRole('button', { name: /^Change / })).toBeNull()
    },
  )

  it('is not for those who may only look', async () => {
    signedInAs(looker)
    keepUpload({ status: 'rated' })
    open()
    await screen.findByText('Ada Wright')
    expect(screen.queryByRole('button', { name: /^Change / })).toBeNull()
  })

  it('brings back what was sent last', async () => {
    hearDryRun()
    const kept = keepUpload({ status: 'rated' })
    kept.overrides = sentOverrides
    const { user } = open()
    await user.click(await findButton('Change Import'))
    expect(await zip()).toHaveValue('10118')
    expect(screen.getByRole('textbox', { name: /^Length/ })).toHaveValue('12')
  })
})

describe('work that did not finish', () => {
  const ended = { status: 'mapped', message: 'Cancelled', job_id: 'job_7' }

  it('says why, and where to look', async () => {
    hearDryRun()
    const kept = keepUpload({ status: 'rating' })
    open()
    await screen.findByText('Getting rates: 0 out of 3 shipments')
    kept.status = { ...kept.status, ...ended }
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The last rating did not finish: Cancelled')
    const link = screen.getByRole('link', { name: 'Show in Jobs' })
    expect(link).toHaveAttribute('href', '/jobs/job_7')
  })

  it('is forgotten with the next try', async () => {
    hearDryRun()
    const kept = keepUpload(ended)
    const { user } = open()
    await screen.findByRole('alert')
    await waitFor(async () => expect(await zip()).toHaveValue('94104'))
    kept.status = { ...kept.status, message: null }
    await user.click(await findButton('Get Rates'))
    await screen.findByText('Getting rates: 0 out of 3 shipments')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('names a purchase', async () => {
    keepUpload({ ...ended, status: 'rated', message: 'The server was busy' })
    open()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The last purchase did not finish: The server was busy')
  })
})

describe('the heading of a step', () => {
  it('takes the focus when the step changes, and not when the page opens', async () => {
    const kept = keepUpload({ status: 'rated' })
    const { user } = open()
    const buy = await findButton('Purchase Labels')
    expect(await step('Purchase Labels')).not.toHaveFocus()
    await user.click(buy)
    await waitFor(async () => expect(await step('Labels')).toHaveFocus())
    // The same step: the focus stays where it is put now.
    screen.getByRole('link', { name: 'Shipment Uploads' }).focus()
    kept.shipments = [uploadShipment({ state: 'bought' })]
    kept.status = { ...kept.status, status: 'purchased', labels_count: 2 }
    await findButton('Print All Labels')
    expect(screen.getByRole('link', { name: 'Shipment Uploads' })).toHaveFocus()
  })
})
