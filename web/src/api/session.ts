// Signing in and out, the token hand-over, the switch between the two servers, and first-run
// set-up. What a session is lives in storage (key, server); app/session.ts follows it.
import { queryOptions } from '@tanstack/react-query'

import { clearStorage, readStorage, updateStorage } from '@/lib/storage'

import { api, call, clientFor } from './client'
import { currentServer, getConfig, otherServer, type Server } from './config'
import { ApiError } from './errors'

function liveServer(): Server {
  const { primary, alternate } = getConfig().servers
  return alternate.world === 'live' && primary.world !== 'live' ? alternate : primary
}

/** Whether the deployment still has no owner. Only the live server knows. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: ({ signal }) => call(clientFor(liveServer()).GET('/users/setup', { signal })),
  staleTime: Infinity,
})

export interface OwnerInput {
  name: string
  email: string
  password: string
  password_confirmation: string
}

/** Creates the owner and signs in. */
export async function setUp(owner: OwnerInput): Promise<void> {
  const server = liveServer()
  const reply = await call(
    clientFor(server).POST('/users/setup', { body: { owner, accept_terms: true } }),
  )
  updateStorage({ key: reply.data.api_token, server: server.name })
}

export async function signIn(email: string, password: string): Promise<void> {
  const reply = await call(api().POST('/users/sign_in', { body: { user: { email, password } } }))
  updateStorage({ key: reply.data.api_token })
}

/** Ends the session here even when the server cannot be told. */
export async function signOut(): Promise<void> {
  try {
    await call(api().DELETE('/users/sign_out'))
  } finally {
    clearStorage()
  }
}

export async function requestPasswordReset(email: string): Promise<string> {
  const reply = await call(api().POST('/users/password', { body: { user: { email } } }))
  return reply.message
}

export interface NewPasswordInput {
  reset_token: string
  password: string
  password_confirmation: string
}

/** Sets the password from a mailed link and signs in on the server that mailed it. */
export async function setNewPassword(user: NewPasswordInput, alternate: boolean): Promise<void> {
  const { servers } = getConfig()
  const server = alternate ? servers.alternate : servers.primary
  const reply = await call(clientFor(server).PUT('/users/password', { body: { user } }))
  updateStorage({ key: reply.data.api_token, server: server.name })
}

async function keyFor(token: string, server: Server, signal?: AbortSignal): Promise<string> {
  const reply = await call(
    clientFor(server).GET('/dashboard/api_keys/{id}', {
      params: { path: { id: token } },
      signal: signal ?? null,
    }),
  )
  // The specification's answer for a stale token is the word itself in place of a key.
  if (reply.key === 'expired') throw new ApiError({ status: 422, code: 'expired' })
  return reply.key
}

/** Exchanges a ?token= for a session on the chosen server. */
export async function exchangeToken(token: string): Promise<void> {
  updateStorage({ key: await keyFor(token, currentServer()) })
}

/** Changes over to the other server, with the session if there is one. Nothing changes on failure. */
export async function switchServer(signal?: AbortSignal): Promise<void> {
  const target = otherServer()
  if (readStorage().key === null) {
    updateStorage({ server: target.name })
    return
  }
  const reply = await call(api().GET('/dashboard/api_keys/token', { signal: signal ?? null }))
  const key = await keyFor(reply.token, target, signal)
  updateStorage({ key, server: target.name })
}

/** Hands a shop's authorisation over; its page is /auth/finalize. */
export async function finalizeAuthorisation(key: string, domain: string): Promise<string> {
  const reply = await call(
    api().POST('/auth/finalize/{key}', { params: { path: { key } }, body: { domain } }),
  )
  return reply.message
}
