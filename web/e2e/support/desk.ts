// The shipping desk behind the browser's back: drafts and labels by the API, and what the books say.
import * as z from 'zod/mini'

import type { Api } from './api'
import type { Account, Server } from './server'

const FROM = {
  name: 'Ann Lee',
  street1: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
}

const draftReply = z.object({
  shipment: z.object({
    id: z.string(),
    rates: z.array(z.object({ id: z.string(), service: z.string() })),
  }),
})

/** A draft to somebody in Beverly Hills, with its rates. */
export async function addDraft(api: Api, to: string) {
  const reply = await api.ok('POST', '/dashboard/shipments', {
    shipment: {
      from_address: FROM,
      to_address: {
        name: to,
        street1: '9 Elm St',
        city: 'Beverly Hills',
        state: 'CA',
        zip: '90210',
        country: 'US',
      },
      parcel: { length: 12, width: 9, height: 4, weight: 18 },
    },
  })
  return draftReply.parse(reply).shipment
}

interface Wanted {
  to: string
  service: string
}

/** A bought label. Returns the shipment's id. */
export async function addLabel(api: Api, { to, service }: Wanted): Promise<string> {
  const { id, rates } = await addDraft(api, to)
  const rate = rates.find((one) => one.service === service)
  if (!rate) throw new Error(`no rate of ${service}`)
  await api.ok('POST', `/dashboard/shipments/${id}/buy`, { rate_id: rate.id })
  return id
}

const tracked = z.object({ shipment: z.object({ tracking_status: z.nullable(z.string()) }) })

export async function trackingStatus(api: Api, id: string): Promise<string | null> {
  return tracked.parse(await api.ok('GET', `/dashboard/shipments/${id}`)).shipment.tracking_status
}

const report = z.object({
  ok: z.boolean(),
  worlds: z.array(
    z.object({
      world: z.string(),
      database: z.string(),
      accounts: z.array(
        z.object({ email: z.string(), balance_cents: z.number(), held_cents: z.number() }),
      ),
    }),
  ),
})

interface Money {
  database: string
  balance: number
  held: number
}

/** The account's live money, in cents, as `waybill doctor` finds it; it fails when books disagree. */
export async function moneyOf(server: Server, { email }: Account): Promise<Money> {
  const { worlds } = report.parse(JSON.parse(await server.waybill('doctor', '--json')))
  const live = worlds.find(({ world }) => world === 'live')
  const account = live?.accounts.find((one) => one.email === email)
  if (!live || !account) throw new Error(`doctor does not know ${email}`)
  return {
    database: live.database,
    balance: account.balance_cents,
    held: account.held_cents,
  }
}
