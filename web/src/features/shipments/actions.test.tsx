import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import type { ShipmentRow } from '@/api/shipments/wire'
import { busyEntries } from '@/components/ui/modals/busy'
import { failed, listOf, owner, signedInAs } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'
import { listShipments, shipmentRow } from '@/testing/shipments'

withMockServer()

const JANE = shipmentRow()
const JOHN = shipmentRow({ id: 'shp_2', to_name: 'John Doe', tracking_code: '9400200' })

/** Opens a list and chooses all of its rows. */
async function choose(rows: ShipmentRow[], path = '/shipments') {
  const app = renderApp(path)
  for (const row of rows) {
    const name = `Select ${row.to_name}`
    await app.user.click(await screen.findByRole('checkbox', { name }))
  }
  const press = (name: string) => app.user.click(screen.getByRole('button', { name }))
  const confirmBy = async (title: string, name: string) => {
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await app.user.click(dialog.getByRole('button', { name }))
  }
  return { ...app, press, confirmBy }
}

function answer(action: string, reply: object, status = 200) {
  const sent = vi.fn<(body: unknown) => void>()
  mockServer.use(
    http.post(`*/dashboard/shipments/${action}`, async ({ request }) => {
      sent(await request.json())
      return HttpResponse.json({ success: status < 400, errors: [], ...reply }, { status })
    }),
  )
  return sent
}

const failure = async () => within(await screen.findByRole('dialog', { name: 'Failure' }))

/** Everything the busy modal has said. */
let busyTexts: string[] = []
const hearBusy = () => busyTexts.push(...busyEntries.get().map((entry) => entry.text))

beforeEach(() => {
  busyTexts = []
  onTestFinished(busyEntries.subscribe(hearBusy))
  signedInAs(owner)
  listShipments([JANE, JOHN])
})

describe('compiling', () => {
  it('asks, says that it is busy, and offers the file', async () => {
    const sent = answer('compile', { message: 'Compiled', report: { url: '/f/1', format: 'pdf' } })
    const { press, confirmBy } = await choose([JANE, JOHN])
    await press('Compile')
    expect(
      await screen.findByText(
        'This will compile the selected labels and mark them as downloaded, proceed?',
      ),
    ).toBeVisible()
    await confirmBy('Compile labels', 'Compile')
    await waitFor(() => expect(busyTexts).toContain('Compiling 2 label(s)...'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Success' }))
    expect(dialog.getByText('Compiled')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Download' })).toBeVisible()
    expect(sent).toHaveBeenCalledWith({
      ids: ['shp_1', 'shp_2'],
      format: 'pdf',
      layout: '4X6',
      packing_slip: false,
    })
  })

  it('does nothing after a no', async () => {
    const sent = answer('compile', {})
    const { press, confirmBy } = await choose([JANE])
    await press('Compile')
    await confirmBy('Compile labels', 'Cancel')
    expect(sent).not.toHaveBeenCalled()
  })

  it('shows what the server says in an error dialog', async () => {
    answer('compile', { message: 'Label 2 is gone' }, 422)
    const { press, confirmBy } = await choose([JANE])
    await press('Compile')
    await confirmBy('Compile labels', 'Compile')
    expect((await failure()).getByText('Label 2 is gone')).toBeVisible()
  })
})

describe('printing', () => {
  it('of ZPL is refused', async () => {
    signedInAs({ ...owner, settings: { ...owner.settings, label_format: 'zpl' } })
    const { press } = await choose([JANE])
    await press('Print')
    expect(
      (await failure()).getByText(
        "We don't print ZPL files right now. If you want to compile and print labels as PDF, please go to Shipments Settings and uncheck 'Use ZPL format'.",
      ),
    ).toBeVisible()
  })

  it('goes to the printer of the account', async () => {
    listShipments([JANE], { has_printer: true })
    const sent = answer('print', { message: 'Sent to the printer' })
    const { press } = await choose([JANE])
    await press('Print')
    await waitFor(() => expect(busyTexts).toContain('Printing 1 label(s)...'))
    expect(await screen.findByText('Sent to the printer')).toBeVisible()
    expect(sent).toHaveBeenCalledWith({ ids: ['shp_1'], format: 'pdf' })
  })

  it('without a printer opens the file in a hidden frame', async () => {
    answer('compile', { report: { url: '/dashboard/files/1', format: 'pdf' } })
    mockServer.use(
      http.get('*/dashboard/files/1', ({ request }) => {
        expect(request.headers.get('Authorization')).toBe('Bearer session-key')
        return new HttpResponse(new Blob(['%PDF']))
      }),
    )
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('about:blank')
    const { press } = await choose([JANE])
    await press('Print')
    await waitFor(() => expect(document.getElementById('print-frame')).not.toBeNull())
    document.getElementById('print-frame')?.remove()
  })

  it('says which files a browser cannot print', async () => {
    answer('compile', { report: { url: '/dashboard/files/1', format: 'zip' } })
    mockServer.use(http.get('*/dashboard/files/1', () => new HttpResponse(new Blob(['PK']))))
    const { press } = await choose([JANE])
    await press('Print')
    expect((await failure()).getByText("Couldn't print ZIP file from a browser")).toBeVisible()
  })
})

describe('refunding', () => {
  it('asks, then reports each label, with the way to dispute', async () => {
    const sent = answer('refund', {
      report: {
        message: 'Refunds were requested',
        refund_statuses: [{ tracking_code: '9400200', status: 'submitted' }],
      },
      errors: [],
    })
    const { press, confirmBy } = await choose([JOHN])
    await press('Refund')
    expect(
      await screen.findByText('This will request refund for the selected label(s), proceed?'),
    ).toBeVisible()
    await confirmBy('Refund', 'Refund')
    await waitFor(() => expect(busyTexts).toContain('Refunding 1 label(s)...'))
    const table = within(await screen.findByRole('table', { name: 'Refunds' }))
    expect(table.getByRole('columnheader', { name: 'Tracking Code' })).toBeVisible()
    expect(table.getByRole('columnheader', { name: 'Status' })).toBeVisible()
    expect(table.getByRole('cell', { name: '9400200' })).toBeVisible()
    expect(table.getByRole('cell', { name: 'submitted' })).toBeVisible()
    expect(screen.getByText('Refunds were requested')).toBeVisible()
    expect(screen.getByText(/contact support/)).toBeVisible()
    expect(sent).toHaveBeenCalledWith({ ids: ['shp_2'] })
  })

  it('lists what went wrong beside what went well', async () => {
    const refund_statuses = [{ tracking_code: '9400200', status: 'submitted' }]
    answer('refund', { report: { message: 'Partly', refund_statuses }, errors: ['9400100: used'] })
    const { press, confirmBy } = await choose([JANE, JOHN])
    await press('Refund')
    await confirmBy('Refund', 'Refund')
    expect(await screen.findByText('9400100: used')).toBeVisible()
    const table = within(screen.getByRole('table', { name: 'Refunds' }))
    expect(table.getByRole('cell', { name: '9400200' })).toBeVisible()
  })

  it('names the shop for linked orders', async () => {
    const linked = shipmentRow({ shop_order_id: 'ord_1' })
    listShipments([linked])
    const { press } = await choose([linked])
    await press('Refund')
    expect(
      await screen.findByText(/cancel the fulfillment .* in the shop, proceed\?$/),
    ).toBeVisible()
  })

  it('is refused when one of them is not refundable', async () => {
    const spent = shipmentRow({ id: 'shp_3', to_name: 'Max', refundable: false })
    listShipments([JANE, spent])
    const { press } = await choose([JANE, spent])
    await press('Refund')
    expect(
      (await failure()).getByText(
        'Some of the shipments are not refundable. Please remove them before refunding the rest!',
      ),
    ).toBeVisible()
  })

  it('lists the errors of a failure', async () => {
    answer('refund', { message: 'No refund', errors: ['9400200: too old', '94002: used'] }, 422)
    const { press, confirmBy } = await choose([JANE])
    await press('Refund')
    await confirmBy('Refund', 'Refund')
    const dialog = await failure()
    expect(dialog.getByText('No refund')).toBeVisible()
    expect(dialog.getByText('9400200: too old')).toBeVisible()
    expect(dialog.getByText('94002: used')).toBeVisible()
  })
})

describe('buying drafts', () => {
  const draft = shipmentRow({ state: 'draft', tracking_code: null, rates_count: 3 })
  const other = shipmentRow({ id: 'shp_2', to_name: 'John Doe', state: 'draft' })

  beforeEach(() => void listShipments([draft, other]))

  it('reports row by row', async () => {
    answer('buy', {
      report: {
        bought: [{ id: 'shp_1', tracking_code: '94001' }],
        failed: [{ id: 'shp_2', message: 'The address is unknown' }],
      },
    })
    const { press, confirmBy } = await choose([draft, other], '/shipment-drafts')
    await press('Buy')
    await confirmBy('Buy labels', 'Buy')
    await waitFor(() => expect(busyTexts).toContain('Buying 2 label(s)...'))
    const table = within(await screen.findByRole('table', { name: 'Labels' }))
    expect(table.getByRole('row', { name: 'Jane Roe 94001' })).toBeVisible()
    expect(table.getByRole('row', { name: 'John Doe The address is unknown' })).toBeVisible()
    expect(screen.getByText('1 label bought, 1 failed.')).toBeVisible()
  })

  it.each([
    [
      'Failed to charge your account. Please check your payment method at the Billing Page and try again.',
      'Failed to charge your account. Please check your payment method at the Billing Page and try again.',
    ],
    ['', 'Something went wrong'],
  ])('that fails says %j as %j', async (message, words) => {
    answer('buy', { message }, 402)
    const { press, confirmBy } = await choose([draft], '/shipment-drafts')
    await press('Buy')
    await confirmBy('Buy labels', 'Buy')
    expect((await failure()).getByText(words)).toBeVisible()
  })

  it('follows the job with its progress, and may be left', async () => {
    answer('buy', { job_id: 'job_1' }, 202)
    let polls = 0
    mockServer.use(
      http.get('*/dashboard/jobs/job_1', () => {
        polls += 1
        const finished = polls > 2
        return HttpResponse.json({
          success: true,
          job: {
            id: 'job_1',
            kind: 'buy',
            state: finished ? 'done' : 'running',
            progress: { done: finished ? 2 : 1, total: 2 },
            rows: { ok: finished ? 1 : 0, failed: finished ? 1 : 0 },
            finished_at: finished ? '2026-11-14T10:00:00Z' : null,
          },
        })
      }),
      http.get('*/dashboard/jobs/job_1/rows', () =>
        HttpResponse.json(
          listOf([{ row: 2, state: 'failed', message: 'Refused', reference: 'John Doe' }]),
        ),
      ),
    )
    const { press, confirmBy } = await choose([draft, other], '/shipment-drafts')
    await press('Buy')
    await confirmBy('Buy labels', 'Buy')
    expect(await screen.findByText('1 of 2')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Leave' })).toBeInTheDocument()
    const dialog = await failure()
    expect(dialog.getByText('1 label bought, 1 failed.')).toBeVisible()
    expect(dialog.getByText('John Doe: Refused')).toBeVisible()
  })
})

describe('deleting drafts', () => {
  const draft = shipmentRow({ state: 'draft' })
  const drafts = [draft, shipmentRow({ id: 'shp_2', to_name: 'John Doe', state: 'draft' })]

  it('asks in the words of the specification', async () => {
    const deleted = vi.fn<(id: unknown) => void>()
    mockServer.use(
      http.delete('*/dashboard/shipments/:id', ({ params }) => {
        deleted(params['id'])
        return HttpResponse.json({ success: true, message: 'Deleted' })
      }),
    )
    const { press, confirmBy } = await choose([draft], '/shipment-drafts')
    await press('Delete')
    expect(
      await screen.findByText(
        'Are you sure you want to delete this shipment? This action cannot be undone.',
      ),
    ).toBeVisible()
    await confirmBy('Delete drafts', 'Delete')
    expect(await screen.findByText('1 draft deleted')).toBeVisible()
    expect(deleted).toHaveBeenCalledWith('shp_1')
  })

  it('joins the failures of several', async () => {
    mockServer.use(
      http.delete('*/dashboard/shipments/:id', ({ params }) =>
        failed(409, { message: `${String(params['id'])} is bought.` }),
      ),
    )
    const { press, confirmBy } = await choose(drafts, '/shipment-drafts')
    await press('Delete')
    await confirmBy('Delete drafts', 'Delete')
    expect((await failure()).getByText('shp_1 is bought. shp_2 is bought.')).toBeVisible()
  })
})

describe('other actions', () => {
  it('downloads by a form post with ids[] and token', async () => {
    const posted = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function submit(
      this: HTMLFormElement,
    ) {
      seen = [...new FormData(this).entries()]
      action = this.action
    })
    let seen: unknown[] = []
    let action = ''
    const { press } = await choose([JANE, JOHN])
    await press('Download')
    expect(posted).toHaveBeenCalledOnce()
    expect(new URL(action, 'http://localhost').pathname).toBe('/dashboard/shipments/download')
    expect(seen).toEqual([
      ['ids[]', 'shp_1'],
      ['ids[]', 'shp_2'],
      ['token', 'session-key'],
    ])
  })

  it('exports a report of what is shown, to another address if wanted', async () => {
    const sent = answer('report', { message: 'The report is on its way' })
    const { user, press } = await choose([])
    await screen.findByText('Jane Roe')
    await press('Export report')
    const dialog = within(await screen.findByRole('dialog', { name: 'Export report' }))
    await user.type(dialog.getByLabelText('Email (optional)'), 'books@example.com')
    await user.click(dialog.getByRole('button', { name: 'Export' }))
    expect(await screen.findByText('The report is on its way')).toBeVisible()
    expect(sent).toHaveBeenCalledWith({
      filters: expect.objectContaining({ source: 'internal', downloaded: 'all', draft: false }),
      email: 'books@example.com',
    })
  })

  it('executes an automation against the chosen shipments', async () => {
    listShipments([JANE], { options: { automations: [['aut_1', 'Add weight']] } })
    const sent = answer('execute', { report: { applied_actions: 1 } })
    const { user, press } = await choose([JANE])
    await press('Execute automations')
    await user.click(await screen.findByRole('menuitem', { name: 'Add weight' }))
    await waitFor(() =>
      expect(busyTexts).toContain('Executing "Add weight" against 1 shipment(s)...'),
    )
    expect(await screen.findByText('1 action applied.')).toBeVisible()
    expect(sent).toHaveBeenCalledWith({ shipment_ids: ['shp_1'], automation_ids: ['aut_1'] })
  })
})
