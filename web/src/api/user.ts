// The signed-in user: who it is, what it may do, terms and password.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'

import { api, call } from './client'
import type { components } from './schema.gen'

export type User = components['schemas']['UserOut']

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }): Promise<User> => {
    const reply = await call(api().GET('/dashboard/user', { signal }))
    return reply.user
  },
  staleTime: 60_000,
})

export async function acceptTerms(version: number): Promise<void> {
  await call(api().POST('/dashboard/user/accept_tos', { body: { version } }))
}

export interface PasswordChange {
  current_password: string
  password: string
  password_confirmation: string
}

/** Ends the user's other sessions too. Returns the server's message. */
export async function changePassword(user: PasswordChange): Promise<string> {
  const reply = await call(api().PATCH('/dashboard/user/password', { body: { user } }))
  return reply.message
}

/** The signed-in user. Only below the guard of the signed-in routes, which has loaded it. */
export function useUser(): User {
  return useSuspenseQuery(userQuery).data
}
