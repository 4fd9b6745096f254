// Sub-users of the account (owner only).
import { queryOptions } from '@tanstack/react-query'

import type { PermissionName } from '@/lib/access'

import { api, call } from './client'
import type { components } from './schema.gen'

export type Person = components['schemas']['PersonOut']

export interface PersonsPage {
  items: Person[]
  total_count: number
}

export interface PageParams {
  page: number
  per: number
}

const PERSONS = 'persons'

/** Marks every page of the list, for invalidation. */
export const personsKey = [PERSONS] as const

export function personsQuery({ page, per }: PageParams) {
  return queryOptions({
    queryKey: [PERSONS, { page, per }],
    queryFn: ({ signal }) =>
      call(api().GET('/dashboard/persons', { params: { query: { page, per } }, signal })),
  })
}

export interface PersonInput {
  name: string
  email: string
  password: string
}

export async function addPerson(person: PersonInput): Promise<Person> {
  const reply = await call(api().POST('/dashboard/persons', { body: { person } }))
  return reply.person
}

export async function deletePerson(id: string): Promise<void> {
  await call(api().DELETE('/dashboard/persons/{id}', { params: { path: { id } } }))
}

export async function togglePersonState(id: string): Promise<Person> {
  const reply = await call(
    api().PATCH('/dashboard/persons/{id}/toggle_state', { params: { path: { id } } }),
  )
  return reply.person
}

export async function togglePersonPermission(
  id: string,
  permission: PermissionName,
): Promise<Person> {
  const reply = await call(
    api().PATCH('/dashboard/persons/{id}/toggle_permission', {
      params: { path: { id } },
      body: { permission },
    }),
  )
  return reply.person
}
