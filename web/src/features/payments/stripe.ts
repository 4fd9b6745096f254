// Stripe.js as far as adding a card needs it. The card is typed into Stripe's own frame; we get to
// know its name at Stripe and nothing else.
import { loadScript, STRIPE_SCRIPT } from './outside'

interface PaymentElement {
  mount: (element: HTMLElement) => void
  on: (event: 'ready', listener: () => void) => void
  destroy: () => void
}

interface Elements {
  create: (kind: 'payment') => PaymentElement
}

interface SetupResult {
  error?: { message?: string }
  setupIntent?: { status: string; payment_method: string | { id: string } | null }
}

interface ConfirmOptions {
  elements: Elements
  redirect: 'if_required'
  confirmParams: { return_url: string }
}

interface StripeClient {
  elements: (options: {
    clientSecret: string
    appearance: { theme: 'stripe' | 'night' }
  }) => Elements
  confirmSetup: (options: ConfirmOptions) => Promise<SetupResult>
}

declare global {
  interface Window {
    Stripe?: (publicKey: string) => StripeClient
  }
}

export interface CardForm {
  mount: (element: HTMLElement, onReady: () => void) => void
  /**
   * Returns the payment method's name at Stripe. What Stripe objects to is thrown. Stripe confirms a
   * form once: asked again, the same name is returned.
   */
  confirm: () => Promise<string>
  destroy: () => void
}

interface CardFormOptions {
  publicKey: string
  clientSecret: string
  dark: boolean
}

const FAILED = 'The card could not be added. Please try again.'

export async function openCardForm({
  publicKey,
  clientSecret,
  dark,
}: CardFormOptions): Promise<CardForm> {
  if (!window.Stripe) await loadScript(STRIPE_SCRIPT)
  if (!window.Stripe) throw new Error(FAILED)
  const stripe = window.Stripe(publicKey)
  const elements = stripe.elements({
    clientSecret,
    appearance: { theme: dark ? 'night' : 'stripe' },
  })
  const element = elements.create('payment')
  let confirmed: string | null = null
  return {
    mount: (place, onReady) => {
      element.on('ready', onReady)
      element.mount(place)
    },
    confirm: async () => {
      if (confirmed !== null) return confirmed
      const { error, setupIntent } = await stripe.confirmSetup({
        elements,
        redirect: 'if_required',
        confirmParams: { return_url: new URL('/payment-methods', window.location.origin).href },
      })
      if (error) throw new Error(error.message || FAILED)
      const method = setupIntent?.payment_method
      if (setupIntent?.status !== 'succeeded' || !method) throw new Error(FAILED)
      confirmed = typeof method === 'string' ? method : method.id
      return confirmed
    },
    destroy: () => element.destroy(),
  }
}
