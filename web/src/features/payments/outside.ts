// The only addresses outside our own origin, and the one way to load a script from there. They are
// loaded when somebody adds a card or a bank account, and only when the server has keys for them; its
// content security policy must allow these hosts then.

export const STRIPE_SCRIPT = 'https://js.stripe.com/v3/'
export const PLAID_SCRIPT = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js'
export const STRIPE_AGREEMENT = 'https://stripe.com/connect-account/legal'

const loaded = new Map<string, Promise<void>>()

/** Loads a script once. One that failed may be tried again. */
export function loadScript(address: string): Promise<void> {
  const known = loaded.get(address)
  if (known) return known
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      loaded.delete(address)
      script.remove()
      reject(new Error(`${new URL(address).host} could not be reached. Please try again.`))
    })
    script.src = address
    document.head.append(script)
  })
  loaded.set(address, loading)
  return loading
}
