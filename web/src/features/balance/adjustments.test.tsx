import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { Adjustment } from '@/api/adjustments'
import { listOf, owner, signedInAs, subUser } from '@/testing/fixtures'
import { adjustment, personWith } from '@/testing/money'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

withMockServer()

let rows: Adjustment[] = []
let asked: URLSearchParams[] = []
const sent = vi.fn<(body: unknown) => void>()

const DISPUTE = {
  state: 'open',
  detail: 'The scale is wrong.',
  expectation: '8.41',
  outcome: null,
}

beforeEach(() => {
  rows = [adjustment()]
  asked = []
  sent.mockReset()
  signedInAs(owner)
  mockServer.use(
    http.get('*/dashboard/adjustments', ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json(listOf(rows))
    }),
    http.patch('*/dashboard/adjustments/adj_1', async ({ request }) => {
      sent(await request.json())
      rows = [adjustment({ disputed: true, dispute: DISPUTE })]
      return HttpResponse.json({ success: true, adjustment: rows[0] })
    }),
  )
})

async function open(path = '/adjustments') {
  const app = renderApp(path)
  await screen.findByText('Weight of Jane Roe')
  return app
}

describe('the Adjustments screen', () => {
  it('asks for all, and for what is being disputed', async () => {
    const { user, router } = await open()
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ filter: 'all', page: '1', per: '50' })
    await user.click(screen.getByRole('button', { name: /^Show/ }))
    await user.click(await screen.findByRole('option', { name: 'Disputing' }))
    await waitFor(() => expect(router.state.location.href).toBe('/adjustments?filter=disputing'))
    await waitFor(() => expect(asked.at(-1)?.get('filter')).toBe('disputing'))
  })

  it('drops a filter it does not know', async () => {
    await open('/adjustments?filter=nonsense&page=2')
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ filter: 'all', page: '2', per: '50' })
  })

  it('sets quoted beside charged and claimed beside captured, with a link to the shipment', async () => {
    await open()
    const row = within(screen.getByRole('row', { name: /Weight of Jane Roe/ }))
    for (const text of [
      '$8.41',
      '$11.61',
      '$3.20',
      '12 oz, 12 x 9 x 4 in',
      '1 lb 2.5 oz, 12 x 9 x 6 in',
    ]) {
      expect(row.getByText(text)).toBeVisible()
    }
    expect(row.getByRole('link', { name: '9400100000000000000001' })).toHaveAttribute(
      'href',
      '/shipment/shp_1/summary',
    )
  })

  it('bears an adjustment of which little is known', async () => {
    rows = [
      adjustment({ claimed: null, captured: { service: null, parcel: null }, shipment_id: null }),
    ]
    await open()
    expect(screen.getAllByText('–')[0]).toBeVisible()
  })

  it('submits a dispute, once', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /^Submit Dispute/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Submit Dispute' }))
    await user.type(await dialog.findByLabelText(/^Expected charge/), '8.41')
    await user.type(dialog.getByLabelText(/^Reason/), 'The scale is wrong.')
    await user.click(dialog.getByRole('button', { name: 'Submit Dispute' }))
    expect(await screen.findByRole('button', { name: /^Disputed/ })).toBeDisabled()
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      expectation: '8.41',
      detail: 'The scale is wrong.',
    })
    expect(screen.getByText('Open')).toBeVisible()
  })

  it('opens an adjustment with its measures, its dispute and the outcome', async () => {
    const dispute = { ...DISPUTE, state: 'won', outcome: 'The carrier gave $3.20 back.' }
    rows = [adjustment({ disputed: true, dispute })]
    const { user } = await open()
    await user.click(screen.getByText('Weight of Jane Roe'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Adjustment' }))
    expect(dialog.getByRole('table', { name: 'Quoted against charged' })).toBeVisible()
    expect(dialog.getByText('Won')).toBeVisible()
    expect(dialog.getByText('The scale is wrong.')).toBeVisible()
    expect(dialog.getByText('The carrier gave $3.20 back.')).toBeVisible()
    expect(dialog.getByRole('button', { name: /^Disputed/ })).toBeDisabled()
    expect(dialog.getByRole('link', { name: 'Open the shipment' })).toBeVisible()
  })

  it('is open to billing_reporting, without links to shipments', async () => {
    signedInAs(personWith('billing_reporting'))
    await open()
    expect(screen.queryByRole('link', { name: /^9400/ })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: /^Submit Dispute/ })).toBeVisible()
  })

  it.each([
    ['billing_settings alone', personWith('billing_settings')],
    ['neither', subUser],
  ])('is denied to %s', async (_, user) => {
    signedInAs(user)
    renderApp('/adjustments')
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
  })
})
