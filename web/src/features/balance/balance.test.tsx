import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { failed, listOf, owner, signedInAs, subUser } from '@/testing/fixtures'
import { balanceReply, entry, personWith, serveBalance, transaction } from '@/testing/money'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

withMockServer()

const sent = vi.fn<(body: unknown, key: string | null) => void>()

beforeEach(() => {
  sent.mockReset()
  signedInAs(owner)
})

async function open(path = '/balance') {
  const app = renderApp(path)
  await screen.findByText('$1,240.50')
  return app
}

function answerCharge(reply: () => Response) {
  mockServer.use(
    http.patch('*/dashboard/balance', async ({ request }) => {
      sent(await request.json(), request.headers.get('Idempotency-Key'))
      return reply()
    }),
  )
}

function paid(state: string, message: string | null = null) {
  return HttpResponse.json({
    success: true,
    balance: { ...balanceReply.balance, available_value: '1350.25' },
    payment: { id: 'pay_1', state },
    message,
  })
}

async function openFunds(path?: string) {
  const { user } = await open(path)
  await user.click(screen.getByRole('button', { name: 'Add funds' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add funds' }))
  const submit = await dialog.findByRole('button', { name: 'Add funds' })
  const pick = async (label: string, option: string) => {
    await user.click(dialog.getByRole('combobox', { name: label }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  return { user, dialog, submit, pick }
}

describe('the balance card', () => {
  it('shows value, available and pending', async () => {
    serveBalance()
    await open()
    const card = within(screen.getByRole('region', { name: 'Current balance' }))
    expect(card.getByText('$1,100.25')).toBeVisible()
    expect(card.getByText('$140.25')).toBeVisible()
    expect(card.queryByText(/can be spent already/)).not.toBeInTheDocument()
    expect(card.queryByText('Credit used')).not.toBeInTheDocument()
  })

  it('says how much of the pending money can be spent', async () => {
    const balance = { ...balanceReply.balance, available_pending_credit_value: '140.25' }
    serveBalance([], { ...balanceReply, balance })
    await open()
    expect(screen.getByText(/^\$140.25 of the pending money can be spent/)).toBeVisible()
  })

  it('shows the credit of an account that is billed monthly', async () => {
    const balance = { ...balanceReply.balance, credit_used: '120.00' }
    serveBalance([], { ...balanceReply, balance })
    signedInAs({ ...personWith('billing_reporting'), billing_type: 'invoicing' })
    await open()
    expect(screen.getByText('$120.00 of $500.00')).toBeVisible()
  })

  it('tells a failure and tries again', async () => {
    serveBalance()
    mockServer.use(
      http.get('*/dashboard/balance', () => failed(500, { message: 'The ledger is being moved' }), {
        once: true,
      }),
    )
    const { user } = renderApp('/balance')
    expect(await screen.findByText('The ledger is being moved')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Add funds' })).toBeDisabled()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('$1,240.50')).toBeVisible()
  })

  it('is explained entry by entry with the running balance', async () => {
    serveBalance()
    const asked: string[] = []
    mockServer.use(
      http.get('*/dashboard/balance/entries', ({ request }) => {
        asked.push(new URL(request.url).search)
        const first = entry({
          id: 'ent_0',
          version: 6,
          description: 'Top-up from Visa 4242',
          postings: [
            { book: 'available', amount: '1000.00' },
            { book: 'clearing', amount: '-1000.00' },
          ],
          available_after: '1108.66',
        })
        return HttpResponse.json({ ...listOf([entry(), first]), total_count: 120 })
      }),
    )
    const { user, router } = await open()
    await user.click(screen.getByRole('button', { name: 'Explain this balance' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Explain this balance' }))
    const rows = await waitFor(() => {
      const found = dialog.getAllByRole('row')
      expect(found).toHaveLength(3)
      return found
    })
    expect(rows[1]).toHaveTextContent(/^7.*Hold for a label.*Held\+\$8\.41-\$8\.41\$1,100\.25$/)
    expect(rows[2]).toHaveTextContent(/^6.*Payment clearing-\$1,000\.00\+\$1,000\.00\$1,108\.66$/)
    expect(dialog.getByText(/^The available balance is \$1,100\.25\./)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Page 3' }))
    await waitFor(() => expect(asked).toEqual(['?page=1&per=50', '?page=3&per=50']))
    // The address bar belongs to the payment logs.
    expect(router.state.location.href).toBe('/balance')
  })
})

describe('Add funds', () => {
  beforeEach(() => {
    serveBalance()
  })

  it('charges the chosen method and says the new balance', async () => {
    answerCharge(() => paid('succeeded'))
    const { user, submit, pick } = await openFunds()
    await pick('Amount', '$250.00')
    await pick('Payment method', 'First Bank 6789')
    await user.click(submit)
    expect(await screen.findByText('Balance updated successfully to $1,350.25 !')).toBeVisible()
    expect(sent).toHaveBeenCalledExactlyOnceWith(
      { amount: '250.00', topup_method: 'pm_2' },
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    )
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Add funds' })).not.toBeInTheDocument(),
    )
  })

  it('starts from the amount and method that the server proposes', async () => {
    answerCharge(() => paid('succeeded'))
    const { user, submit } = await openFunds()
    await user.click(submit)
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith(
        { amount: '100.00', topup_method: 'pm_1' },
        expect.anything(),
      ),
    )
  })

  it.each([
    ['pending', null, 'Payment pending', /Please do not pay again/],
    ['processing', null, 'Payment processing', /needs a few days/],
    ['processing', 'Arrives on Friday.', 'Payment processing', /^Arrives on Friday\.$/],
  ])('says that a payment is %s', async (state, message, title, words) => {
    answerCharge(() => paid(state, message))
    const { user, submit } = await openFunds()
    await user.click(submit)
    const told = within(await screen.findByRole('dialog', { name: title }))
    expect(told.getByText(words)).toBeVisible()
    expect(screen.queryByText(/Balance updated/)).not.toBeInTheDocument()
  })

  it.each([
    ['by its status', () => failed(422, { message: 'Your card was declined.' })],
    ['by its state', () => paid('failed', 'Your card was declined.')],
  ])('shows the message of a refusal, told %s, and asks anew', async (_, reply) => {
    answerCharge(reply)
    const { user, dialog, submit } = await openFunds()
    await user.click(submit)
    expect(await dialog.findByText('Your card was declined.')).toBeVisible()
    await user.click(submit)
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
    const [first, second] = sent.mock.calls.map(([, key]) => key)
    expect(first).not.toBe(second)
  })

  it.each([
    ['no answer', () => HttpResponse.error(), 'Request error: Failed to make a request'],
    ['a server error', () => failed(503, { message: 'Busy' }), 'Busy'],
    [
      'a first one still running',
      () => failed(409, { message: 'Still running', code: 'idempotency_in_progress' }),
      'Still running',
    ],
  ])('repeats the same charge under the same key after %s', async (_, reply, words) => {
    answerCharge(reply)
    const { user, dialog, submit, pick } = await openFunds()
    await user.click(submit)
    expect(await dialog.findByText(words)).toBeVisible()
    await user.click(submit)
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
    expect(sent.mock.calls[0]?.[1]).toBe(sent.mock.calls[1]?.[1])
    // Another amount is another charge.
    await pick('Amount', '$50.00')
    await user.click(submit)
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(3))
    expect(sent.mock.calls[2]?.[1]).not.toBe(sent.mock.calls[1]?.[1])
  })

  it('cannot be done without a payment method', async () => {
    const payment_method = { value: null, options: [] }
    serveBalance([], { ...balanceReply, topup: { ...balanceReply.topup, payment_method } })
    const { dialog, submit } = await openFunds()
    expect(submit).toBeDisabled()
    expect(dialog.getByRole('link', { name: 'Add a payment method' })).toHaveAttribute(
      'href',
      '/payment-methods',
    )
  })

  it('asks for the balance again afterwards', async () => {
    answerCharge(() => paid('succeeded'))
    const { user, submit } = await openFunds()
    const balance = { ...balanceReply.balance, value: '1490.50' }
    serveBalance([transaction()], { ...balanceReply, balance })
    await user.click(submit)
    expect(await screen.findByText('$1,490.50')).toBeVisible()
    expect(await screen.findByText('Label to Jane Roe')).toBeVisible()
  })
})

describe('who sees the Balance screen', () => {
  beforeEach(() => {
    serveBalance()
  })

  const changes = () => [
    screen.queryByRole('button', { name: 'Add funds' }),
    screen.queryByRole('form', { name: 'Recharge settings' }),
  ]

  it('the owner of a wallet may change everything', async () => {
    await open()
    for (const element of changes()) expect(element).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Balance' })).toHaveAttribute('href', '/balance')
  })

  it('billing_reporting sees it and changes nothing', async () => {
    signedInAs(personWith('billing_reporting'))
    await open()
    for (const element of changes()) expect(element).not.toBeInTheDocument()
    expect(screen.getByText('Automatic recharge is off.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Explain this balance' })).toBeVisible()
  })

  it('with billing_settings as well it may change', async () => {
    signedInAs(personWith('billing_reporting', 'billing_settings'))
    await open()
    for (const element of changes()) expect(element).toBeInTheDocument()
  })

  it.each([
    ['billing_settings alone', personWith('billing_settings')],
    ['neither', subUser],
    ['an owner who is invoiced', { ...owner, billing_type: 'invoicing' as const }],
  ])('%s is denied', async (_, user) => {
    signedInAs(user)
    renderApp('/balance')
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
  })
})
