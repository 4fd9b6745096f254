// What route guards ask: who is signed in.
import type { QueryClient } from '@tanstack/react-query'

import { ApiError } from '@/api/errors'
import { type User, userQuery } from '@/api/user'
import { readStorage } from '@/lib/storage'

/** The signed-in user, or null. A stale answer is used at once and refreshed behind it. */
export async function signedInUser(queryClient: QueryClient): Promise<User | null> {
  if (readStorage().key === null) return null
  try {
    return await queryClient.ensureQueryData({ ...userQuery, revalidateIfStale: true })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
