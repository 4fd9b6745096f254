import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { failed, owner, signedInAs } from '@/testing/fixtures'
import { adjusted, balanceReply, personWith, serveBalance, transaction } from '@/testing/money'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

withMockServer()

const sent = vi.fn<(body: unknown) => void>()

beforeEach(() => {
  sent.mockReset()
  signedInAs(owner)
})

async function open(path = '/balance', text = 'Label to Jane Roe') {
  const app = renderApp(path)
  await screen.findByText(text)
  return app
}

/** The detail of a payment log, opened by its address. */
async function openDetail(id: string) {
  const app = renderApp(`/balance?transaction=${id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Payment Log' }))
  await dialog.findByText('Ledger entries')
  return { ...app, dialog }
}

const fact = (dialog: ReturnType<typeof within>, name: string) =>
  dialog.getByText(name, { selector: 'dt' }).nextElementSibling

describe('the payment logs', () => {
  it('ask for all kinds, any time, the first page', async () => {
    const asked = serveBalance([transaction()])
    await open()
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({ kind: 'all', page: '1', per: '50' })
  })

  it('take kind, dates and page from the address bar', async () => {
    const asked = serveBalance([transaction()])
    await open('/balance?kind=label&from=2026-11-01&to=2026-11-14&page=2')
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      kind: 'label',
      from: '2026-11-01',
      to: '2026-11-14',
      page: '2',
      per: '50',
    })
  })

  it('write a chosen kind to the address bar', async () => {
    serveBalance([transaction()])
    const { user, router } = await open('/balance?page=2')
    await user.click(screen.getByRole('button', { name: /^Type/ }))
    expect(await screen.findByRole('option', { name: 'All' })).toBeVisible()
    await user.click(screen.getByRole('option', { name: 'Adjustments' }))
    await waitFor(() => expect(router.state.location.href).toBe('/balance?kind=adjustment'))
  })

  it('show type, amounts, running balance and the state of a payment', async () => {
    serveBalance([
      transaction({
        kind: 'top_up',
        description: 'From Visa 4242',
        amount: '100.00',
        pending_amount: '100.00',
        payment: { id: 'pay_1', state: 'processing', method: 'Visa 4242', reason: null },
      }),
    ])
    await open('/balance', 'From Visa 4242')
    const row = screen.getByRole('row', { name: /From Visa 4242/ })
    for (const text of ['Top-up', 'Processing', '-$8.41', '$1,100.25']) {
      expect(within(row).getByText(text)).toBeVisible()
    }
    expect(within(row).getAllByText('$100.00')).toHaveLength(2)
    expect(within(row).queryByText(/Dispute/)).not.toBeInTheDocument()
  })

  it('link a tracking code to the carrier, but follow no other address', async () => {
    serveBalance([
      transaction({ tracking_url: 'https://track.example/1' }),
      transaction({ id: 'txn_3', tracking_code: 'X1', tracking_url: 'javascript:alert(1)' }),
    ])
    await open('/balance', 'X1')
    expect(screen.getByRole('link', { name: '9400100000000000000001' })).toHaveAttribute(
      'href',
      'https://track.example/1',
    )
    expect(screen.queryByRole('link', { name: 'X1' })).not.toBeInTheDocument()
  })

  it('look again while the bank has not answered', async () => {
    const payment = { id: 'pay_1', method: 'Visa 4242', reason: null }
    serveBalance([transaction({ payment: { ...payment, state: 'pending' } })])
    await open()
    const balance = { ...balanceReply.balance, value: '1340.50' }
    const settled = transaction({ payment: { ...payment, state: 'succeeded' } })
    serveBalance([settled], { ...balanceReply, balance })
    // Nobody asks: the page does it by itself, after five seconds.
    expect(await screen.findByText('Succeeded')).toBeVisible()
    expect(await screen.findByText('$1,340.50')).toBeVisible()
  })

  it.each([
    ['/balance', /will be listed here/],
    ['/balance?kind=label', 'No payment log matches these filters.'],
  ])('say why %s is empty', async (path, reason) => {
    serveBalance([])
    renderApp(path)
    expect(await screen.findByText('There is no data to show here!')).toBeVisible()
    expect(screen.getByText(reason)).toBeVisible()
  })
})

describe('the detail of a payment log', () => {
  it('opens with the row, stands in the address bar, and closes', async () => {
    serveBalance([transaction()])
    const { user, router } = await open()
    await user.click(screen.getByText('Label to Jane Roe'))
    const dialog = await screen.findByRole('dialog', { name: 'Payment Log' })
    expect(router.state.location.href).toBe('/balance?transaction=txn_1')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(router.state.location.href).toBe('/balance')
  })

  it('has every field, the entries behind it with their postings, and links', async () => {
    serveBalance([
      transaction({
        kind: 'top_up',
        refund_amount: '1.00',
        receipt_url: '/dashboard/receipts/pay_1?ticket=r',
        incentive_report_url: '/dashboard/files/f1?ticket=i',
        report_file_url: '/dashboard/files/f2?ticket=f',
        invoice_id: 'inv_1',
        payment: { id: 'pay_1', state: 'failed', method: 'Visa 4242', reason: 'Card declined.' },
      }),
    ])
    const { dialog } = await openDetail('txn_1')
    for (const [name, text] of [
      ['Type', 'Top-up'],
      ['Description', 'Label to Jane Roe'],
      ['Amount', '-$8.41'],
      ['Pending amount', '$0.00'],
      ['Refund amount', '$1.00'],
      ['Available change', '-$8.41'],
      ['Balance after it', '$1,100.25'],
      ['Tracking code', '9400100000000000000001'],
      ['Invoice', 'inv_1'],
      ['Payment', 'Failed Visa 4242Card declined.'],
      ['ID', 'txn_1'],
    ] as const) {
      expect(fact(dialog, name)).toHaveTextContent(text)
    }
    const links = dialog.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual([
      '/shipment/shp_1/summary',
      '/dashboard/receipts/pay_1?ticket=r',
      '/dashboard/files/f1?ticket=i',
      '/dashboard/files/f2?ticket=f',
    ])
    const entry = within(dialog.getAllByRole('listitem')[0] ?? document.body)
    expect(entry.getByText('Hold for a label')).toBeVisible()
    expect(entry.getByText(/^No\. 7.*Available afterwards: \$1,100\.25$/)).toBeVisible()
    expect(entry.getByRole('list', { name: 'Postings' })).toHaveTextContent(
      'Available-$8.41Held+$8.41',
    )
  })

  it('links no shipment for those who may not see it', async () => {
    signedInAs(personWith('billing_reporting'))
    serveBalance([transaction()])
    const { dialog } = await openDetail('txn_1')
    expect(dialog.queryByRole('link')).not.toBeInTheDocument()
    expect(fact(dialog, 'Shipment')).toHaveTextContent('shp_1')
  })

  it('links the invoice of an account that is invoiced', async () => {
    signedInAs({ ...personWith('billing_reporting'), billing_type: 'invoicing' })
    serveBalance([transaction({ invoice_id: 'inv_1' })])
    const { dialog } = await openDetail('txn_1')
    expect(dialog.getByRole('link', { name: 'inv_1' })).toHaveAttribute(
      'href',
      '/invoices?kind=all',
    )
  })

  it('tells a failure in the dialog', async () => {
    serveBalance([])
    mockServer.use(
      http.get('*/dashboard/balance/transactions/:id', () =>
        failed(404, { message: 'There is no such transaction' }),
      ),
    )
    renderApp('/balance?transaction=gone')
    const dialog = within(await screen.findByRole('dialog', { name: 'Payment Log' }))
    expect(await dialog.findByText('There is no such transaction')).toBeVisible()
  })

  it('sets claimed beside captured for an adjustment, and marks what differs', async () => {
    serveBalance([adjusted])
    const { dialog } = await openDetail('txn_2')
    const table = within(dialog.getByRole('table', { name: 'Quoted against charged' }))
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'MeasureClaimedCaptured',
      'Price$8.41$11.61 (differs)',
      'ServiceGroundAdvantageGroundAdvantage',
      'Parcel12 oz, 12 x 9 x 4 in1 lb 2.5 oz, 12 x 9 x 6 in (differs)',
    ])
  })
})

async function openDispute() {
  const app = await open('/balance', 'Weight of Jane Roe')
  await app.user.click(screen.getByRole('button', { name: 'Submit Dispute: Weight of Jane Roe' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Submit Dispute' }))
  const submit = await dialog.findByRole('button', { name: 'Submit Dispute' })
  return { ...app, dialog, submit }
}

describe('a dispute', () => {
  beforeEach(() => {
    serveBalance([adjusted])
    mockServer.use(
      http.patch('*/dashboard/adjustments/adj_1', async ({ request }) => {
        sent(await request.json())
        serveBalance([{ ...adjusted, adjustment_disputed: true }])
        return HttpResponse.json({ success: true, adjustment: {} })
      }),
    )
  })

  it('is submitted once: then the button says Disputed and is disabled', async () => {
    const { user, dialog, submit } = await openDispute()
    expect(dialog.getByText(/Quoted \$8\.41, charged \$11\.61\./)).toBeVisible()
    await user.type(dialog.getByLabelText(/^Expected charge/), '$8.41 please')
    await user.type(dialog.getByLabelText(/^Reason/), 'The scale is wrong.')
    await user.click(submit)
    expect(await screen.findByText('The dispute was submitted')).toBeVisible()
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      expectation: '8.41',
      detail: 'The scale is wrong.',
    })
    const button = await screen.findByRole('button', { name: 'Disputed: Weight of Jane Roe' })
    expect(button).toBeDisabled()
    expect(button).toHaveTextContent('Disputed')
  })

  it('needs a reason and an expected charge', async () => {
    const { user, dialog, submit } = await openDispute()
    await user.click(submit)
    expect(await dialog.findAllByText("can't be blank")).toHaveLength(2)
    await user.type(dialog.getByLabelText(/^Expected charge/), '-1')
    await user.click(submit)
    expect(await dialog.findByText('must not be negative')).toBeVisible()
    expect(sent).not.toHaveBeenCalled()
  })

  it('shows its error in the modal', async () => {
    mockServer.use(
      http.patch('*/dashboard/adjustments/adj_1', () =>
        failed(409, { message: 'This adjustment is disputed already.' }),
      ),
    )
    const { user, dialog, submit } = await openDispute()
    await user.type(dialog.getByLabelText(/^Expected charge/), '0')
    await user.type(dialog.getByLabelText(/^Reason/), 'Not mine')
    await user.click(submit)
    expect(await dialog.findByText('This adjustment is disputed already.')).toBeVisible()
  })

  it('is offered in the detail too', async () => {
    const { user, dialog } = await openDetail('txn_2')
    await user.click(dialog.getByRole('button', { name: /^Submit Dispute/ }))
    expect(await screen.findByRole('dialog', { name: 'Submit Dispute' })).toBeVisible()
  })
})

async function exportTo(email: string | null, path = '/balance?kind=label&from=2026-11-01') {
  const { user } = await open(path)
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export CSV' }))
  await user.type(await dialog.findByLabelText('Email (optional)'), `${email ?? ''}{Enter}`)
  return user
}

describe('the export', () => {
  beforeEach(() => {
    serveBalance([transaction()])
  })

  it.each([
    ['an address', 'books@acme.example', { email: 'books@acme.example' }],
    ['none', null, {}],
  ])('sends the filters of the list with %s, on Enter', async (_, email, extra) => {
    mockServer.use(
      http.post('*/dashboard/balance/report', async ({ request }) => {
        sent(await request.json())
        return HttpResponse.json({ success: true, message: 'It is on its way.' })
      }),
    )
    await exportTo(email)
    const told = within(await screen.findByRole('dialog', { name: 'Success' }))
    expect(told.getByText('It is on its way.')).toBeVisible()
    expect(told.queryByRole('link')).not.toBeInTheDocument()
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      filters: { kind: 'label', from: '2026-11-01' },
      ...extra,
    })
  })

  it('offers a small file at once', async () => {
    const url = '/dashboard/files/fil_1?ticket=t'
    mockServer.use(
      http.post('*/dashboard/balance/report', () =>
        HttpResponse.json({ success: true, message: 'Here it is.', url }),
      ),
    )
    await exportTo(null)
    expect(await screen.findByRole('link', { name: 'Download the file' })).toHaveAttribute(
      'href',
      url,
    )
  })

  it('shows the message of a failure', async () => {
    mockServer.use(
      http.post('*/dashboard/balance/report', () => failed(422, { message: 'No such mailbox' })),
    )
    await exportTo('x@y.example')
    expect(await screen.findByText('No such mailbox')).toBeVisible()
  })

  it('is disabled when there are no transactions', async () => {
    serveBalance([])
    renderApp('/balance')
    await screen.findByText('There is no data to show here!')
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  })
})
