import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { User } from '@/api/user'
import { bank, paymentMethods, personWith } from '@/testing/billing'
import { failed, owner, signedInAs } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

withMockServer()

const REDIRECT_MS = 2_000
const afterRedirect = () => new Promise((resolve) => setTimeout(resolve, REDIRECT_MS + 300))

const both: User = { ...owner, externally_billed: true, sales_channel: true }

const payment = {
  id: 'txn_7',
  number: '000007',
  created_at: '2026-03-01T00:00:00Z',
  external_amount: '12.34',
  channel_amount: '56.78',
  amount: '12.34',
  pending_amount: '12.34',
  description: 'Incentives of February 2026',
  status: 'pending',
  kind: 'external_incentive',
  approved: false,
  incentive_report_id: 'inc_3' as string | null,
  incentive_report_url: '/dashboard/files/1?ticket=a',
  payout_receipt_url: null,
}

let payments = [payment]
let settings = {
  auto_approve_payouts: false,
  auto_approve_pulls: false,
  external_pull_account_id: {
    value: null as string | null,
    options: [
      ['pm_2', 'First Bank 6789'],
      ['/payment-methods', 'Add bank account'],
    ],
  },
}
let billing_enabled = true
let asked: string[] = []
const sent = vi.fn<(call: string, body: unknown) => void>()

beforeEach(() => {
  sent.mockReset()
  asked = []
  payments = [payment]
  billing_enabled = true
  settings = { ...settings, auto_approve_payouts: false, auto_approve_pulls: false }
  signedInAs(both)
  const note = async (call: string, request: Request) => {
    const text = await request.text()
    sent(call, text ? JSON.parse(text) : null)
  }
  const account = (balance: object) => ({
    success: true,
    balance: { ...balance, available_value: '90.00', billing_enabled },
    settings,
    payout_accounts: [bank({ id: 'pm_9', type: 'PayoutBankAccount', last4: '1111' })],
  })
  const list = ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url)
    asked.push(`${pathname}${search}`)
    return HttpResponse.json({ success: true, items: payments, total_count: payments.length })
  }
  mockServer.use(
    http.get('*/dashboard/payment_methods', () =>
      HttpResponse.json({ success: true, ...paymentMethods() }),
    ),
    http.get('*/dashboard/external_balance', () =>
      HttpResponse.json(account({ external_value: '100.00' })),
    ),
    http.get('*/dashboard/channel_balance', () =>
      HttpResponse.json(account({ channel_value: '200.00' })),
    ),
    http.get('*/dashboard/external_balance/transactions', list),
    http.get('*/dashboard/channel_balance/transactions', list),
    http.get('*/dashboard/business_information', () =>
      HttpResponse.json({ success: true, billing_enabled: false, tos_accepted: false }),
    ),
    http.patch('*/dashboard/user/settings', async ({ request }) => {
      await note('settings', request)
      return HttpResponse.json({ success: true, settings: {} })
    }),
    http.patch('*/dashboard/incentive_reports/:id/approve', async ({ request, params }) => {
      await note(`approve ${String(params['id'])}`, request)
      payments = [{ ...payment, approved: true, status: 'processing' }]
      return HttpResponse.json({ success: true, message: 'The report was approved' })
    }),
    http.post('*/dashboard/:program/report', async ({ request, params }) => {
      await note(`report ${String(params['program'])}`, request)
      return HttpResponse.json({ success: true, message: 'The file was sent to you' })
    }),
  )
})

async function open(path = '/external-billing') {
  const app = renderApp(path)
  await screen.findByText('Incentives of February 2026')
  await screen.findByRole('heading', { name: 'Current balance' })
  return app
}

describe('External Billing and Sales Channel Billing', () => {
  it('show the balance, the payout accounts and the log; External the pull account too', async () => {
    await open()
    expect(screen.getByText('$100.00')).toBeVisible()
    expect(screen.getByText('$90.00 available')).toBeVisible()
    expect(screen.getByText('First Bank •••• 1111')).toBeVisible()
    expect(screen.getByText('Verified')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Pull bank account' })).toBeVisible()
    expect(screen.getAllByText('$12.34').length).toBeGreaterThan(0)
    expect(asked).toEqual(['/dashboard/external_balance/transactions?page=1&per=50'])
  })

  it('of a sales channel has its own amounts and no pull account', async () => {
    await open('/channel-billing')
    expect(screen.getByRole('heading', { name: 'Sales Channel Billing' })).toBeVisible()
    expect(screen.getByText('$200.00')).toBeVisible()
    expect(screen.getByText('$56.78')).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Pull bank account' })).not.toBeInTheDocument()
  })

  it('page the log by the address bar', async () => {
    renderApp('/external-billing?page=2')
    await waitFor(() =>
      expect(asked[0]).toBe('/dashboard/external_balance/transactions?page=2&per=50'),
    )
  })

  it.each([
    ['/external-billing', owner],
    ['/channel-billing', owner],
    ['/external-billing', personWith(both, 'billing_settings')],
    ['/channel-billing', personWith(both, 'billing_settings')],
  ])('%s is closed to whom it does not concern', async (path, user) => {
    signedInAs(user)
    renderApp(path)
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
  })

  it('are for reading only without billing_settings', async () => {
    signedInAs(personWith(both, 'billing_reporting'))
    await open()
    expect(
      screen.getByRole('switch', { name: 'Automatically approve incentive reports' }),
    ).toBeDisabled()
    expect(screen.getByRole('switch', { name: 'Automatically approve pulls' })).toBeDisabled()
    expect(screen.getByLabelText('Bank account')).toBeDisabled()
    expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /payout bank account/ })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
  })
})

describe('the settings', () => {
  it.each([
    ['Automatically approve incentive reports', { auto_approve_payouts: true }],
    ['Automatically approve pulls', { auto_approve_pulls: true }],
  ])('%s is saved at once', async (name, change) => {
    const { user } = await open()
    await user.click(screen.getByRole('switch', { name }))
    await waitFor(() => expect(sent).toHaveBeenCalledWith('settings', { settings: change }))
  })

  it('stand as they were when the server refuses', async () => {
    mockServer.use(
      http.patch('*/dashboard/user/settings', () => failed(403, { message: 'Access denied' })),
    )
    const { user } = await open()
    const toggle = screen.getByRole('switch', { name: 'Automatically approve incentive reports' })
    await user.click(toggle)
    expect(await screen.findByText('Request error: Access denied')).toBeVisible()
    await waitFor(() => expect(toggle).not.toBeChecked())
  })

  it('save the pull account', async () => {
    const { user } = await open()
    await user.click(screen.getByLabelText('Bank account'))
    await user.click(await screen.findByRole('option', { name: 'First Bank 6789' }))
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith('settings', {
        settings: { external_pull_account_id: 'pm_2' },
      }),
    )
  })

  it("go to the page of a choice that starts with '/'", async () => {
    const { user, router } = await open()
    await user.click(screen.getByLabelText('Bank account'))
    await user.click(await screen.findByRole('option', { name: 'Add bank account' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/payment-methods'))
    expect(sent).not.toHaveBeenCalled()
  })
})

describe('the payment log', () => {
  it("opens 'Payment #{id}' from a row", async () => {
    const { user } = await open()
    await user.click(screen.getByText('Incentives of February 2026'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Payment #000007' }))
    expect(dialog.getByText('Incentives of February 2026')).toBeVisible()
    expect(dialog.getByRole('link', { name: 'Report of payment 000007' })).toHaveAttribute(
      'href',
      '/dashboard/files/1?ticket=a',
    )
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    expect(await dialog.findByText('Yes')).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument()
  })

  it('exports to the own address, and shows the message', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Success' }))
    expect(dialog.getByText('The file was sent to you')).toBeVisible()
    expect(sent).toHaveBeenCalledWith('report external_balance', { filters: {} })
  })

  it('exports to another address by Enter', async () => {
    const { user } = await open('/channel-billing')
    await user.type(screen.getByLabelText('Alternative email'), 'books@shop.example{Enter}')
    await screen.findByRole('dialog', { name: 'Success' })
    expect(sent).toHaveBeenCalledWith('report channel_balance', {
      filters: {},
      email: 'books@shop.example',
    })
  })

  it('offers a file that was made at once', async () => {
    mockServer.use(
      http.post('*/dashboard/external_balance/report', () =>
        HttpResponse.json({ success: true, message: 'Ready', url: '/dashboard/files/2?ticket=b' }),
      ),
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    expect(await screen.findByRole('link', { name: 'Download CSV' })).toHaveAttribute(
      'href',
      '/dashboard/files/2?ticket=b',
    )
  })

  it('shows what the server says against an export', async () => {
    mockServer.use(
      http.post('*/dashboard/external_balance/report', () =>
        failed(422, { message: 'This is no e-mail address' }),
      ),
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Failure' }))
    expect(dialog.getByText('This is no e-mail address')).toBeVisible()
  })

  it('exports nothing when there are no transactions', async () => {
    payments = []
    const { user } = renderApp('/external-billing')
    await screen.findByText('There is no data to show here!')
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
    await user.type(screen.getByLabelText('Alternative email'), 'books@shop.example{Enter}')
    expect(sent).not.toHaveBeenCalled()
  })
})

describe('approving a report', () => {
  const button = () => screen.getByRole('button', { name: 'Approve payment 000007' })
  const PENDING = 'Your business account is pending verification'

  it('asks the server and shows its message', async () => {
    const { user } = await open()
    await user.click(button())
    expect(await screen.findByText('The report was approved')).toBeVisible()
    expect(sent).toHaveBeenCalledWith('approve inc_3', {})
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument(),
    )
  })

  it('is not offered for what is no report, or approved', async () => {
    payments = [
      { ...payment, approved: true },
      { ...payment, id: 'txn_8', number: '000008', incentive_report_id: null },
    ]
    renderApp('/external-billing')
    await screen.findAllByText('Incentives of February 2026')
    expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument()
  })

  it('without billing enabled goes to the business information after 2 seconds', async () => {
    billing_enabled = false
    const { user, router } = await open()
    const started = Date.now()
    await user.click(button())
    expect(await screen.findByText(PENDING)).toBeVisible()
    expect(router.state.location.pathname).toBe('/external-billing')
    await waitFor(() => expect(router.state.location.pathname).toBe('/business-information'))
    expect(Date.now() - started).toBeGreaterThanOrEqual(REDIRECT_MS)
    expect(sent).not.toHaveBeenCalled()
  })

  it('does the same when only the server knows that billing is not enabled', async () => {
    mockServer.use(
      http.patch('*/dashboard/incentive_reports/:id/approve', () =>
        failed(422, { message: PENDING, code: 'billing_disabled' }),
      ),
    )
    const { user, router } = await open()
    await user.click(button())
    expect(await screen.findByText(PENDING)).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/business-information'))
  })

  it('that failed shows the server message and goes to the payment methods after 2 seconds', async () => {
    mockServer.use(
      http.patch('*/dashboard/incentive_reports/:id/approve', () =>
        failed(422, { message: 'There is no payout bank account' }),
      ),
    )
    const { user, router } = await open()
    const started = Date.now()
    await user.click(button())
    expect(await screen.findByText('There is no payout bank account')).toBeVisible()
    expect(router.state.location.pathname).toBe('/external-billing')
    await waitFor(() => expect(router.state.location.pathname).toBe('/payment-methods'))
    expect(Date.now() - started).toBeGreaterThanOrEqual(REDIRECT_MS)
  })

  it('sends nobody where they may not go', async () => {
    billing_enabled = false
    signedInAs(personWith(both, 'billing_reporting', 'billing_settings'))
    const { user, router } = await open()
    await user.click(button())
    expect(await screen.findByText(PENDING)).toBeVisible()
    await afterRedirect()
    expect(router.state.location.pathname).toBe('/external-billing')
  })

  it('does not take along who has left meanwhile', async () => {
    billing_enabled = false
    const { user, router } = await open()
    await user.click(button())
    await router.navigate({ to: '/welcome' })
    await screen.findByRole('heading', { name: /^Welcome/ })
    await afterRedirect()
    expect(router.state.location.pathname).toBe('/welcome')
  })
})
