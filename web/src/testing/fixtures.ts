// Full objects as the server sends them, and the handlers most page tests start from.
import { http, HttpResponse } from 'msw'

import type { Person } from '@/api/persons'
import type { User } from '@/api/user'
import { updateStorage } from '@/lib/storage'

import { mockServer } from './server'

export const NO_PERMISSIONS = {
  shipment_reporting: false,
  billing_reporting: false,
  billing_settings: false,
  api_keys: false,
  add_locations: false,
  scan_forms: false,
}

export const owner: User = {
  id: 'acc_1',
  public_id: 'acc_1',
  name: 'Acme Shipping',
  email: 'owner@example.com',
  phone: '',
  billing_eq_contact: true,
  billing_type: 'wallet',
  externally_billed: false,
  sales_channel: false,
  world: 'live',
  person: null,
  settings: {
    label_layout: '4X6',
    label_format: 'pdf',
    download_packing_slip: false,
    printer_id: null,
    recharge_threshold: null,
    replenishment_amount: null,
    primary_topup_method_id: null,
    secondary_topup_method_id: null,
    auto_approve_payouts: false,
    auto_approve_pulls: false,
    invoice_autopay_method_id: null,
  },
  tos_to_accept: null,
}

export const subUser: User = {
  ...owner,
  person: { id: 'per_1', name: 'Ann Lee', email: 'ann@example.com', permissions: NO_PERMISSIONS },
}

export function person(changes: Partial<Person> = {}): Person {
  return {
    id: 'per_1',
    name: 'Ann Lee',
    email: 'ann@example.com',
    enabled: true,
    permissions: NO_PERMISSIONS,
    created_at: '2026-01-02T03:04:05Z',
    last_sign_in_at: null,
    ...changes,
  }
}

/** One page of a list, as the server answers. */
export function listOf<T>(items: T[]) {
  return { success: true, items, total_count: items.length, page: 1, per: 50 }
}

export function failed(status: number, body: { message?: string; errors?: object; code?: string }) {
  return HttpResponse.json({ success: false, ...body }, { status })
}

/** Nobody is signed in and the deployment has an owner. */
export function signedOut(): void {
  mockServer.use(
    http.get('*/users/setup', () => HttpResponse.json({ success: true, required: false })),
  )
}

/** A session is stored, and this is its user. */
export function signedInAs(user: User): void {
  updateStorage({ key: 'session-key' })
  signedOut()
  mockServer.use(http.get('*/dashboard/user', () => HttpResponse.json({ success: true, user })))
}
