import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { BalanceReply } from '@/api/balance'
import type { Choices } from '@/api/contract'
import type { Invoice } from '@/api/invoices'
import { failed, listOf, owner, signedInAs, subUser } from '@/testing/fixtures'
import { balanceReply, invoice, personWith } from '@/testing/money'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

withMockServer()

const invoiced = { ...owner, billing_type: 'invoicing' as const }
const { options } = balanceReply.topup.payment_method

let rows: Invoice[] = []
let autopay: Choices
let balance: BalanceReply
let asked: URLSearchParams[] = []
const sent = vi.fn<(body: unknown) => void>()

beforeEach(() => {
  rows = [invoice()]
  autopay = { value: null, options }
  balance = balanceReply
  asked = []
  sent.mockReset()
  signedInAs(invoiced)
  mockServer.use(
    http.get('*/dashboard/invoices', ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ ...listOf(rows), autopay })
    }),
    http.get('*/dashboard/balance', () => HttpResponse.json({ success: true, ...balance })),
  )
})

async function open(path = '/invoices') {
  const app = renderApp(path)
  await screen.findAllByText(/^#/)
  return app
}

function answerCharge(reply: () => Response) {
  mockServer.use(
    http.patch('*/dashboard/balance', async ({ request }) => {
      sent(await request.json())
      return reply()
    }),
  )
}

function paid(state: string) {
  return HttpResponse.json({
    success: true,
    balance: balanceReply.balance,
    payment: { id: 'pay_1', state },
  })
}

async function openPay() {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Pay invoice 000042' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay invoice #000042' }))
  await dialog.findByRole('combobox', { name: 'Payment method' })
  return { user, dialog, pay: dialog.getByRole('button', { name: 'Pay $300.00' }) }
}

describe('the Invoices screen', () => {
  it('shows what is outstanding until something else is chosen', async () => {
    const { user, router } = await open()
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      kind: 'outstanding',
      page: '1',
      per: '50',
    })
    await user.click(screen.getByRole('button', { name: /^Kind/ }))
    await user.click(await screen.findByRole('option', { name: 'Paid' }))
    await waitFor(() => expect(router.state.location.href).toBe('/invoices?kind=paid'))
    await waitFor(() => expect(asked.at(-1)?.get('kind')).toBe('paid'))
  })

  it('has six-digit numbers, states, amounts and a PDF', async () => {
    rows = [
      invoice({ number: '7' }),
      invoice({ id: 'inv_2', number: '000008', status: 'overdue' }),
      invoice({ id: 'inv_3', number: '000009', status: 'paid', amount_due: '0.00' }),
    ]
    await open('/invoices?kind=all')
    expect(screen.getByText('#000007')).toBeVisible()
    for (const state of ['Open', 'Overdue', 'Paid']) {
      expect(screen.getByText(state, { selector: 'td *' })).toBeVisible()
    }
    const row = within(screen.getByRole('row', { name: /#000008/ }))
    for (const text of ['$321.09', '$21.09', '$300.00', 'Nov 15, 2026']) {
      expect(row.getByText(text)).toBeVisible()
    }
    const link = row.getByRole('link', { name: 'Download invoice 000008' })
    expect(link).toHaveAttribute('href', '/dashboard/files/fil_1?ticket=t')
    expect(link).toHaveAttribute('download', 'invoice-000008.pdf')
  })

  it.each([
    ['0.00', true],
    ['-5.00', true],
    ['0.01', false],
  ])('disables Pay when %s is due: %s', async (amount_due, disabled) => {
    rows = [invoice({ amount_due })]
    await open()
    const pay = screen.getByRole<HTMLButtonElement>('button', { name: 'Pay invoice 000042' })
    expect(pay.disabled).toBe(disabled)
  })

  it('pays what is due from the chosen method', async () => {
    answerCharge(() => paid('succeeded'))
    const { user, dialog, pay } = await openPay()
    expect(
      dialog.getByText(/^\$300\.00 for Oct 1, 2026 to Oct 31, 2026, due on Nov 15, 2026/),
    ).toBeVisible()
    await user.click(dialog.getByRole('combobox', { name: 'Payment method' }))
    await user.click(await screen.findByRole('option', { name: 'First Bank 6789' }))
    rows = []
    await user.click(pay)
    expect(await screen.findByText('Invoice paid successfully!')).toBeVisible()
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      amount: '300.00',
      topup_method: 'pm_2',
      invoice_id: 'inv_1',
    })
    expect(await screen.findByText(/^Nothing is outstanding/)).toBeVisible()
  })

  it.each([
    ['pending', 'Payment pending'],
    ['processing', 'Payment processing'],
  ])('says that a payment is %s, and not that it is paid', async (state, title) => {
    answerCharge(() => paid(state))
    const { user, pay } = await openPay()
    await user.click(pay)
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible()
    expect(screen.queryByText('Invoice paid successfully!')).not.toBeInTheDocument()
  })

  it.each([
    [
      'a refusal',
      () => failed(422, { message: 'Your card was declined.' }),
      'Your card was declined.',
    ],
    ['no answer', () => HttpResponse.error(), 'Request error: Failed to make a request'],
  ])('tells %s in a toast and lets another method be tried', async (_, reply, words) => {
    answerCharge(reply)
    const { user, pay } = await openPay()
    await user.click(pay)
    expect(await screen.findByText(words)).toBeVisible()
    await waitFor(() => expect(pay).toBeEnabled())
    await user.click(pay)
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
  })

  it('cannot pay without a payment method', async () => {
    const payment_method = { value: null, options: [] }
    balance = { ...balanceReply, topup: { ...balanceReply.topup, payment_method } }
    const { dialog, pay } = await openPay()
    expect(pay).toBeDisabled()
    expect(dialog.getByRole('link', { name: 'Add a payment method' })).toBeVisible()
  })
})

function answerSettings() {
  mockServer.use(
    http.patch('*/dashboard/user/settings', async ({ request }) => {
      sent(await request.json())
      autopay = { value: autopay.value === null ? 'pm_1' : null, options }
      return HttpResponse.json({ success: true, settings: owner.settings })
    }),
  )
}

describe('the auto-pay method', () => {
  const select = () => screen.getByRole('combobox', { name: 'Auto-pay method' })

  it('is saved as soon as it is chosen, and taken back', async () => {
    answerSettings()
    const { user } = await open()
    expect(select()).toHaveValue('No automatic payment')
    await user.click(select())
    await user.click(await screen.findByRole('option', { name: 'Visa 4242' }))
    await waitFor(() => expect(select()).toBeEnabled())
    expect(select()).toHaveValue('Visa 4242')
    expect(sent).toHaveBeenLastCalledWith({ settings: { invoice_autopay_method_id: 'pm_1' } })
    await user.click(select())
    await user.click(await screen.findByRole('option', { name: 'No automatic payment' }))
    await waitFor(() =>
      expect(sent).toHaveBeenLastCalledWith({ settings: { invoice_autopay_method_id: null } }),
    )
  })

  it('goes back to what is saved when saving fails', async () => {
    mockServer.use(http.patch('*/dashboard/user/settings', () => failed(422, { message: 'No' })))
    const { user } = await open()
    await user.click(select())
    await user.click(await screen.findByRole('option', { name: 'Visa 4242' }))
    expect(await screen.findByText('Request error: No')).toBeVisible()
    await waitFor(() => expect(select()).toHaveValue('No automatic payment'))
  })
})

describe('who sees invoices', () => {
  const withType = (user: typeof owner) => ({ ...user, billing_type: 'invoicing' as const })

  it('billing_reporting reads them and pays nothing', async () => {
    autopay = { value: 'pm_1', options }
    signedInAs(withType(personWith('billing_reporting')))
    await open()
    expect(screen.getByText('Auto-pay method: Visa 4242')).toBeVisible()
    expect(screen.queryByRole('combobox', { name: 'Auto-pay method' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: /^Download invoice/ })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Adjustments' })).toBeVisible()
  })

  it('billing_settings pays them, without a link to what it may not see', async () => {
    signedInAs(withType(personWith('billing_settings')))
    await open()
    expect(screen.getByRole('button', { name: /^Pay/ })).toBeEnabled()
    expect(screen.getByRole('combobox', { name: 'Auto-pay method' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Adjustments' })).not.toBeInTheDocument()
  })

  it.each([
    ['a sub-user with neither', withType(subUser)],
    ['the owner of a wallet', owner],
  ])('%s is denied', async (_, user) => {
    signedInAs(user)
    renderApp('/invoices')
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
  })
})
