// Plaid Link: the bank is chosen and signed in to in Plaid's own frame.
import { loadScript, PLAID_SCRIPT } from './outside'

interface LinkMetadata {
  institution: { name: string } | null
  accounts: { id: string; name: string }[]
}

interface LinkError {
  display_message?: string | null
  error_message?: string | null
}

interface LinkHandler {
  open: () => void
  destroy: () => void
}

interface LinkOptions {
  token: string
  onSuccess: (publicToken: string, metadata: LinkMetadata) => void
  onExit: (error: LinkError | null) => void
}

declare global {
  interface Window {
    Plaid?: { create: (options: LinkOptions) => LinkHandler }
  }
}

interface LinkedBank {
  plaid_token: string
  plaid_id: string
  name: string
}

const FAILED = 'The bank account could not be linked. Please try again.'

/** Opens Plaid Link. Null when it was left without choosing an account. */
export async function linkBank(token: string): Promise<LinkedBank | null> {
  if (!window.Plaid) await loadScript(PLAID_SCRIPT)
  const { Plaid } = window
  if (!Plaid) throw new Error(FAILED)
  let handler: LinkHandler | null = null
  try {
    return await new Promise<LinkedBank | null>((resolve, reject) => {
      handler = Plaid.create({
        token,
        onSuccess: (publicToken, { institution, accounts }) => {
          const account = accounts[0]
          if (!account) reject(new Error(FAILED))
          else {
            const name = account.name || institution?.name || 'Bank account'
            resolve({ plaid_token: publicToken, plaid_id: account.id, name })
          }
        },
        onExit: (error) => {
          if (error) reject(new Error(error.display_message || error.error_message || FAILED))
          else resolve(null)
        },
      })
      handler.open()
    })
  } finally {
    closeLink(handler)
  }
}

// The compiler does not see that the promise's body has run.
function closeLink(handler: LinkHandler | null): void {
  handler?.destroy()
}
