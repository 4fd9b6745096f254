// What the tests of the wizard share: an upload on the mock server with everything the wizard asks
// for, and somebody who may only look.
import { http, HttpResponse } from 'msw'
import { vi } from 'vitest'

import type { RateChoice, UploadOverrides, UploadStatus } from '@/api/uploads'
import { DEFAULT_OPTIONS, NO_ADDRESS } from '@/features/shipping/values'
import { listOf, NO_PERMISSIONS, subUser } from '@/testing/fixtures'
import { mockServer } from '@/testing/server'
import { keepShipment, warehouse } from '@/testing/shipping'
import { keepUpload as keepSteps } from '@/testing/uploads'

export const looker = {
  ...subUser,
  person: subUser.person && {
    ...subUser.person,
    permissions: { ...NO_PERMISSIONS, shipment_reporting: true },
  },
}

const service = (name: string, total: string) => ({
  carrier: 'USPS',
  service: name,
  service_name: name,
  count: 2,
  total,
})

const UPLOAD = '*/dashboard/shipment_uploads/:id'

/** An upload that moves on when its steps are taken. Tests change what it keeps. */
export function keepUpload(start: Partial<UploadStatus> = {}) {
  const shared = keepSteps({
    row_errors_count: 0,
    label_errors_count: 0,
    message: null,
    ...start,
  })
  const last: { overrides: UploadOverrides | null } = { overrides: null }
  const kept = Object.assign(shared, last)
  kept.totals = { total: '10.40', open_count: 2, balance_after: '89.60', missing: null }
  mockServer.use(
    http.get(UPLOAD, () =>
      HttpResponse.json({ success: true, ...kept.status, overrides: kept.overrides }),
    ),
    http.get(`${UPLOAD}/rates`, ({ request }) => {
      const onlyErrors = new URL(request.url).searchParams.has('errors')
      const shipments = kept.shipments.filter(({ state }) => !onlyErrors || state === 'draft')
      return HttpResponse.json({
        success: true,
        ...kept.status,
        ...kept.totals,
        total_count: shipments.length,
        shipments,
        messages: kept.messages,
        services: [service('Priority', '18.20'), service('GroundAdvantage', '10.40')],
      })
    }),
    http.patch<never, RateChoice>(`${UPLOAD}/rates`, async ({ request }) => {
      kept.sent.push({ step: 'choose', body: await request.json() })
      kept.totals = { ...kept.totals, total: '14.30', balance_after: '85.70' }
      return HttpResponse.json({ success: true, ...kept.totals, changed: 2 })
    }),
  )
  return kept
}

export const sentOverrides: UploadOverrides = {
  from_address: { ...NO_ADDRESS, name: 'Main Street', street1: '350 5th Ave', zip: '10118' },
  return_address: null,
  parcel: { length: '12', width: null, height: null, weight: '24', predefined_package: 'Parcel' },
  options: { ...DEFAULT_OPTIONS, hub_id: null, carrier_insurance_amount: '0.00' },
}

/** The dry run's bodies; the rest of the form's calls are answered too. */
export function hearDryRun(reply: () => Response = () => HttpResponse.json({ success: true })) {
  keepShipment()
  const heard = vi.fn<(body: unknown) => void>()
  mockServer.use(
    http.get('*/dashboard/user/addresses', () =>
      HttpResponse.json(listOf([{ ...warehouse, starred: true }])),
    ),
    http.post('*/dashboard/shipments', async ({ request }) => {
      heard(await request.json())
      return reply()
    }),
  )
  return heard
}

/** Server-sent events, spoken by the test. */
export function stubEvents() {
  const sources: EventTarget[] = []
  class Source extends EventTarget {
    constructor(readonly url: string) {
      super()
      sources.push(this)
    }
    close() {}
  }
  vi.stubGlobal('EventSource', Source)
  return {
    sources,
    send: (event: Partial<UploadStatus>) =>
      sources[0]?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) })),
    restore: () => void Reflect.deleteProperty(globalThis, 'EventSource'),
  }
}
