import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { PaymentMethods } from '@/api/paymentMethods'
import { bank, paymentMethods, personWith, visa } from '@/testing/billing'
import { failed, owner, signedInAs, subUser } from '@/testing/fixtures'
import { renderApp } from '@/testing/renderApp'
import { mockServer, withMockServer } from '@/testing/server'

withMockServer()

let stored: PaymentMethods
const sent = vi.fn<(call: string, body: unknown) => void>()

/** Answers a call after noting it, and after the busy modal could be seen. */
function answering(body: object) {
  return async ({ request }: { request: Request }) => {
    const text = await request.text()
    const { pathname } = new URL(request.url)
    sent(`${request.method} ${pathname}`, text ? JSON.parse(text) : null)
    return HttpResponse.json({ success: true, ...body })
  }
}

beforeEach(() => {
  sent.mockReset()
  stored = paymentMethods()
  signedInAs(owner)
  const methods = '*/dashboard/payment_methods'
  mockServer.use(
    http.get(methods, () => HttpResponse.json({ success: true, ...stored })),
    http.post(methods, answering({ payment_method: {} })),
    http.patch(`${methods}/:id`, answering({ payment_method: {} })),
    http.delete(`${methods}/:id`, answering({ message: 'Removed' })),
    http.put(
      `${methods}/:id/verify`,
      answering({ message: 'Account was verified successfully.', payment_method: {} }),
    ),
    http.post('*/dashboard/sandbox_bank/cards', answering({ token: 'card_token' })),
    http.post('*/dashboard/sandbox_bank/banks', answering({ token: 'bank_token' })),
  )
})

async function open() {
  const app = renderApp('/payment-methods')
  await screen.findByRole('heading', { name: 'Credit or Debit Cards' })
  return app
}

async function openDialog(button: string, title: string) {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: button }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: title })) }
}

describe('the Payment Methods screen', () => {
  it('lists cards and banks with their tags, and the credit line', async () => {
    await open()
    expect(screen.getByText('Credit Limit: $120.00 of $1,500.00 used')).toBeVisible()
    const card = within(screen.getByText('Visa •••• 4242').closest('li') ?? document.body)
    expect(card.getByText('Expires 12/2030')).toBeVisible()
    expect(card.getByText('Primary')).toBeVisible()
    expect(card.queryByRole('button', { name: /Make primary/ })).not.toBeInTheDocument()
    const account = within(screen.getByText('First Bank •••• 6789').closest('li') ?? document.body)
    expect(account.getByText('Checking')).toBeVisible()
    expect(account.getByText('Not verified')).toBeVisible()
    expect(account.queryByText('Verified')).not.toBeInTheDocument()
    expect(account.queryByRole('button', { name: /Make primary/ })).not.toBeInTheDocument()
  })

  it('counts payout accounts as verified, and offers neither Verify nor Make primary', async () => {
    stored = paymentMethods({ bank_accounts: [bank({ type: 'PayoutBankAccount' })] })
    await open()
    expect(screen.getByText('Verified')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Verify/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Make primary First/ })).not.toBeInTheDocument()
  })

  it('offers no Verify once the verification has failed', async () => {
    stored = paymentMethods({ bank_accounts: [bank({ state: 'failed' })] })
    await open()
    expect(screen.getByText('Verification failed')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Verify/ })).not.toBeInTheDocument()
  })

  it('says when there are none', async () => {
    stored = paymentMethods({ cards: [], bank_accounts: [] })
    await open()
    expect(screen.getByText('No cards yet.')).toBeVisible()
    expect(screen.getByText('No bank accounts yet.')).toBeVisible()
  })

  it('offers to try again when the list could not be loaded', async () => {
    mockServer.use(
      http.get('*/dashboard/payment_methods', () => failed(500, { message: 'The bank is closed' })),
    )
    renderApp('/payment-methods')
    expect(await screen.findByText('The bank is closed')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  it('opens to sub-users with billing_settings and to no others', async () => {
    signedInAs(personWith(owner, 'billing_settings'))
    const first = await open()
    expect(screen.getByRole('button', { name: 'Add New Card' })).toBeEnabled()
    first.unmount()
    signedInAs(personWith(subUser, 'billing_reporting'))
    renderApp('/payment-methods')
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
  })
})

describe('changing a method', () => {
  it('deletes after a yes, and says so meanwhile', async () => {
    let release = () => {}
    mockServer.use(
      http.delete('*/dashboard/payment_methods/pm_1', async () => {
        await new Promise<void>((resolve) => (release = resolve))
        stored = paymentMethods({ cards: [] })
        return HttpResponse.json({ success: true, message: 'Removed' })
      }),
    )
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Delete Visa 4242' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Removing payment method...')).toBeVisible()
    release()
    expect(await screen.findByText('No cards yet.')).toBeVisible()
  })

  it('deletes nothing after a no', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Delete Visa 4242' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sent).not.toHaveBeenCalled()
  })

  it('tells why a method cannot be removed', async () => {
    const message = 'This card refills your balance. Choose another one first.'
    mockServer.use(http.delete('*/dashboard/payment_methods/pm_1', () => failed(409, { message })))
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Delete Visa 4242' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Failure' }))
    expect(dialog.getByText(message)).toBeVisible()
  })

  it('makes a verified bank account the primary one', async () => {
    stored = paymentMethods({ bank_accounts: [bank({ verified: true })] })
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Make primary First Bank 6789' }))
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith('PATCH /dashboard/payment_methods/pm_2', { primary: true }),
    )
  })

  it('makes another card the primary one', async () => {
    stored = paymentMethods({
      cards: [visa, { ...visa, id: 'pm_3', last4: '4444', primary: false }],
    })
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Make primary Visa 4444' }))
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith('PATCH /dashboard/payment_methods/pm_3', { primary: true }),
    )
  })
})

describe('verifying a bank account', () => {
  const verify = () => openDialog('Verify First Bank 6789', 'Verify bank account')

  it('needs both amounts above zero', async () => {
    const { user, dialog } = await verify()
    const submit = dialog.getByRole('button', { name: 'Verify' })
    expect(submit).toBeDisabled()
    await user.type(dialog.getByLabelText(/^First amount/), '0.32')
    expect(submit).toBeDisabled()
    await user.type(dialog.getByLabelText(/^Second amount/), '0')
    expect(submit).toBeDisabled()
    await user.clear(dialog.getByLabelText(/^Second amount/))
    await user.type(dialog.getByLabelText(/^Second amount/), '-1')
    expect(submit).toBeDisabled()
    await user.clear(dialog.getByLabelText(/^Second amount/))
    await user.type(dialog.getByLabelText(/^Second amount/), '.45')
    expect(submit).toBeEnabled()
  })

  it('sends them, says so meanwhile, and tells the success', async () => {
    let release = () => {}
    mockServer.use(
      http.put('*/dashboard/payment_methods/pm_2/verify', async ({ request }) => {
        sent('verify', await request.json())
        await new Promise<void>((resolve) => (release = resolve))
        stored = paymentMethods({ bank_accounts: [bank({ verified: true })] })
        const message = 'Account was verified successfully.'
        return HttpResponse.json({ success: true, message })
      }),
    )
    const { user, dialog } = await verify()
    await user.type(dialog.getByLabelText(/^First amount/), '0.32')
    await user.type(dialog.getByLabelText(/^Second amount/), '0.45')
    await user.click(dialog.getByRole('button', { name: 'Verify' }))
    expect(await screen.findByText('Verifying account...')).toBeVisible()
    expect(sent).toHaveBeenCalledWith('verify', { amounts: ['0.32', '0.45'] })
    release()
    expect(await screen.findByText('Account was verified successfully.')).toBeVisible()
    expect(await screen.findByText('Verified')).toBeVisible()
  })

  it('keeps the dialog and says what was wrong', async () => {
    const message = 'These amounts are not the ones we sent. 2 tries left.'
    mockServer.use(
      http.put('*/dashboard/payment_methods/pm_2/verify', () => failed(422, { message })),
    )
    const { user, dialog } = await verify()
    await user.type(dialog.getByLabelText(/^First amount/), '0.01')
    await user.type(dialog.getByLabelText(/^Second amount/), '0.02')
    await user.click(dialog.getByRole('button', { name: 'Verify' }))
    expect(await dialog.findByText(message)).toBeVisible()
  })
})

describe('adding with the sandbox bank', () => {
  it('sends a card once to the sandbox, and adds it by its token', async () => {
    const { user, dialog } = await openDialog('Add New Card', 'Add card')
    const submit = dialog.getByRole('button', { name: 'Add card' })
    expect(submit).toBeDisabled()
    await user.type(dialog.getByLabelText(/^Card number/), '4242 4242 4242 4242')
    await user.type(dialog.getByLabelText(/^Expiry/), '12/30')
    await user.type(dialog.getByLabelText(/^CVC/), '123')
    await user.type(dialog.getByLabelText(/^Name on card/), 'Ada Merchant')
    await user.click(submit)
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
    expect(sent.mock.calls).toEqual([
      [
        'POST /dashboard/sandbox_bank/cards',
        { number: '4242424242424242', expiry: '12/30', cvc: '123', name: 'Ada Merchant' },
      ],
      [
        'POST /dashboard/payment_methods',
        { payment_method: { type: 'BankCard', stripe_source_id: 'card_token' } },
      ],
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('brings what the sandbox objects to beside the field', async () => {
    mockServer.use(
      http.post('*/dashboard/sandbox_bank/cards', () =>
        failed(422, { message: 'Invalid', errors: { number: ['is not a card number'] } }),
      ),
    )
    const { user, dialog } = await openDialog('Add New Card', 'Add card')
    await user.type(dialog.getByLabelText(/^Card number/), '1')
    await user.type(dialog.getByLabelText(/^Expiry/), '12/30')
    await user.type(dialog.getByLabelText(/^CVC/), '123')
    await user.click(dialog.getByRole('button', { name: 'Add card' }))
    expect(await dialog.findByText('is not a card number')).toBeVisible()
    expect(dialog.getByLabelText(/^Card number/)).toBeInvalid()
  })

  it('needs routing and account number for a bank account, and says so meanwhile', async () => {
    let release = () => {}
    mockServer.use(
      http.post('*/dashboard/sandbox_bank/banks', async ({ request }) => {
        sent('banks', await request.json())
        await new Promise<void>((resolve) => (release = resolve))
        return HttpResponse.json({ success: true, token: 'bank_token' })
      }),
    )
    const { user, dialog } = await openDialog('Add New Bank Account', 'Add bank account')
    const submit = dialog.getByRole('button', { name: 'Add bank account' })
    await user.type(dialog.getByLabelText(/^Routing number/), '110000000')
    expect(submit).toBeDisabled()
    await user.type(dialog.getByLabelText(/^Account number/), '000123456789')
    expect(submit).toBeEnabled()
    await user.type(dialog.getByLabelText(/^Account name/), 'Checking')
    await user.click(submit)
    expect(await screen.findByText('Adding bank account...')).toBeVisible()
    release()
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
    expect(sent.mock.calls).toEqual([
      ['banks', { routing: '110000000', account: '000123456789', name: 'Checking' }],
      [
        'POST /dashboard/payment_methods',
        {
          payment_method: {
            type: 'BankAccount',
            external: false,
            name: 'Checking',
            plaid_token: 'bank_token',
            plaid_id: 'bank_token',
          },
        },
      ],
    ])
  })

  it("replaces the control by 'Missing Plaid keys!' when there are none", async () => {
    const { keys } = paymentMethods()
    stored = paymentMethods({ keys: { ...keys, bank_link: { kind: null, env: null } } })
    await open()
    expect(screen.getByText('Missing Plaid keys!')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Add New Bank Account' })).not.toBeInTheDocument()
  })
})
