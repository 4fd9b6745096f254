import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { AddBankControl } from '@/features/payments/AddBankControl'
import { AddCardButton } from '@/features/payments/AddCardButton'
import { paymentMethods } from '@/testing/billing'
import { failed, owner, signedInAs } from '@/testing/fixtures'
import { renderUi } from '@/testing/renderUi'
import { mockServer, withMockServer } from '@/testing/server'

import { loadScript, PLAID_SCRIPT, STRIPE_SCRIPT } from './outside'

withMockServer()

const sent = vi.fn<(call: string, body: unknown) => void>()

beforeEach(() => {
  sent.mockReset()
  signedInAs(owner)
  const keys = {
    card_provider: { kind: 'stripe', public_key: 'pk_1' },
    bank_link: { kind: 'plaid', env: 'sandbox' },
  }
  const methods = '*/dashboard/payment_methods'
  mockServer.use(
    http.get(methods, () => HttpResponse.json({ success: true, ...paymentMethods(), keys })),
    http.post(`${methods}/start_card`, () =>
      HttpResponse.json({ success: true, client_secret: 'seti_secret' }),
    ),
    http.post(`${methods}/link_token`, () =>
      HttpResponse.json({ success: true, link_token: 'link_1' }),
    ),
    http.post(methods, async ({ request }) => {
      sent('add', await request.json())
      return HttpResponse.json({ success: true, payment_method: {} })
    }),
  )
})

afterEach(() => {
  delete window.Stripe
  delete window.Plaid
})

type Confirm = Awaited<ReturnType<ReturnType<NonNullable<typeof window.Stripe>>['confirmSetup']>>

/** Stripe.js as it is known from outside: a form that is ready at once, and what confirming gives. */
function fakeStripe(confirm: () => Confirm) {
  const made = vi.fn<(...args: unknown[]) => void>()
  const destroyed = vi.fn<() => void>()
  window.Stripe = (publicKey) => ({
    elements: (options) => {
      made(publicKey, options)
      return {
        create: () => {
          let ready = () => {}
          return {
            on: (_event, listener) => (ready = listener),
            mount: (element) => {
              element.textContent = "Stripe's form"
              ready()
            },
            destroy: destroyed,
          }
        },
      }
    },
    confirmSetup: ({ redirect }) => {
      made('confirm', redirect)
      return Promise.resolve(confirm())
    },
  })
  return { made, destroyed }
}

async function openStripe() {
  const { user } = renderUi(<AddCardButton />)
  const button = screen.getByRole('button', { name: 'Add New Card' })
  await waitFor(() => expect(button).toBeEnabled())
  await user.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Add card' }))
  return { user, dialog }
}

describe('adding a card with Stripe', () => {
  it("mounts Stripe's form and adds what it confirmed; no number passes through us", async () => {
    const { made, destroyed } = fakeStripe(() => ({
      setupIntent: { status: 'succeeded', payment_method: 'pm_stripe' },
    }))
    const { user, dialog } = await openStripe()
    expect(await dialog.findByText("Stripe's form")).toBeVisible()
    expect(made).toHaveBeenCalledWith('pk_1', {
      clientSecret: 'seti_secret',
      appearance: { theme: 'stripe' },
    })
    await user.click(dialog.getByRole('button', { name: 'Add card' }))
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith('add', {
        payment_method: { type: 'BankCard', stripe_source_id: 'pm_stripe' },
      }),
    )
    expect(made).toHaveBeenCalledWith('confirm', 'if_required')
    await waitFor(() => expect(destroyed).toHaveBeenCalled())
  })

  it('shows what Stripe objects to, and goes on', async () => {
    const answers: Confirm[] = [
      { error: { message: 'Your card was declined.' } },
      { setupIntent: { status: 'succeeded', payment_method: { id: 'pm_object' } } },
    ]
    fakeStripe(() => answers.shift() ?? {})
    const { user, dialog } = await openStripe()
    await dialog.findByText("Stripe's form")
    await user.click(dialog.getByRole('button', { name: 'Add card' }))
    expect(await dialog.findByText('Your card was declined.')).toBeVisible()
    expect(sent).not.toHaveBeenCalled()
    await user.click(dialog.getByRole('button', { name: 'Add card' }))
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith('add', {
        payment_method: { type: 'BankCard', stripe_source_id: 'pm_object' },
      }),
    )
  })

  it('confirms once, even when our server failed to take the card', async () => {
    let fails = true
    mockServer.use(
      http.post('*/dashboard/payment_methods', async ({ request }) => {
        sent('add', await request.json())
        if (!fails) return HttpResponse.json({ success: true, payment_method: {} })
        fails = false
        return failed(502, { message: 'Stripe did not answer' })
      }),
    )
    const { made } = fakeStripe(() => ({
      setupIntent: { status: 'succeeded', payment_method: 'pm_stripe' },
    }))
    const { user, dialog } = await openStripe()
    await dialog.findByText("Stripe's form")
    await user.click(dialog.getByRole('button', { name: 'Add card' }))
    expect(await dialog.findByText('Stripe did not answer')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Add card' }))
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2))
    expect(made.mock.calls.filter(([name]) => name === 'confirm')).toHaveLength(1)
  })
})

type LinkOptions = Parameters<NonNullable<typeof window.Plaid>['create']>[0]

function fakePlaid(act: (options: LinkOptions) => void) {
  const destroyed = vi.fn<() => void>()
  window.Plaid = {
    create: (options) => ({ open: () => act(options), destroy: destroyed }),
  }
  return { destroyed }
}

async function addByPlaid() {
  const purpose = { type: 'PayoutBankAccount', external: true } as const
  const { user } = renderUi(<AddBankControl purpose={purpose} />)
  const button = screen.getByRole('button', { name: 'Add bank account' })
  await waitFor(() => expect(button).toBeEnabled())
  await user.click(button)
  return user
}

describe('adding a bank account with Plaid', () => {
  it('opens Link with our token and adds the chosen account', async () => {
    const { destroyed } = fakePlaid(({ token, onSuccess }) =>
      onSuccess(`public of ${token}`, {
        institution: { name: 'First Bank' },
        accounts: [{ id: 'acc_9', name: 'Plaid Checking' }],
      }),
    )
    await addByPlaid()
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith('add', {
        payment_method: {
          type: 'PayoutBankAccount',
          external: true,
          name: 'Plaid Checking',
          plaid_token: 'public of link_1',
          plaid_id: 'acc_9',
        },
      }),
    )
    expect(destroyed).toHaveBeenCalled()
  })

  it('adds nothing when Link was left', async () => {
    const { destroyed } = fakePlaid(({ onExit }) => onExit(null))
    await addByPlaid()
    await waitFor(() => expect(destroyed).toHaveBeenCalled())
    expect(sent).not.toHaveBeenCalled()
    expect(screen.queryByRole('dialog', { name: 'Failure' })).not.toBeInTheDocument()
  })

  it('tells what failed in Link', async () => {
    fakePlaid(({ onExit }) => onExit({ display_message: 'Your bank is not available.' }))
    await addByPlaid()
    const dialog = within(await screen.findByRole('dialog', { name: 'Failure' }))
    expect(dialog.getByText('Your bank is not available.')).toBeVisible()
    expect(sent).not.toHaveBeenCalled()
  })
})

function catchScripts() {
  const scripts: HTMLScriptElement[] = []
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) scripts.push(node)
  })
  return scripts
}

describe('scripts from outside', () => {
  it('are loaded once', async () => {
    const scripts = catchScripts()
    const first = loadScript(STRIPE_SCRIPT)
    const second = loadScript(STRIPE_SCRIPT)
    expect(scripts.map((script) => script.src)).toEqual([STRIPE_SCRIPT])
    scripts[0]?.dispatchEvent(new Event('load'))
    await expect(Promise.all([first, second])).resolves.toBeDefined()
  })

  it('that could not be loaded may be tried again', async () => {
    const scripts = catchScripts()
    const first = loadScript(PLAID_SCRIPT)
    scripts[0]?.dispatchEvent(new Event('error'))
    await expect(first).rejects.toThrow('cdn.plaid.com could not be reached. Please try again.')
    const second = loadScript(PLAID_SCRIPT)
    scripts[1]?.dispatchEvent(new Event('load'))
    await expect(second).resolves.toBeUndefined()
    expect(scripts).toHaveLength(2)
  })
})
