import { describe, expect, it } from 'vitest'

import { PERMISSIONS, type PermissionName, type Viewer } from '@/lib/access'

import { holds, menuFor } from './menu'

const everything = { exists: () => true, docs: '/api-docs/' }

/** The specification's table, page by page: what an owner needs, and what a sub-user needs. */
type Flag = 'wallet' | 'invoicing' | 'externally_billed' | 'sales_channel'
interface Row {
  page: string
  owner: 'always' | Flag
  /** Alternatives, each a list that must hold altogether; 'never' for owner-only pages. */
  person: 'never' | (PermissionName | Flag)[][]
}
const SPECIFIED: Row[] = [
  { page: '/shipments', owner: 'always', person: [['shipment_reporting']] },
  { page: '/shipment-drafts', owner: 'always', person: [['shipment_reporting']] },
  { page: '/shop-orders', owner: 'always', person: 'never' },
  { page: '/analytics', owner: 'always', person: [['shipment_reporting']] },
  { page: '/scan-forms', owner: 'always', person: [['scan_forms']] },
  { page: '/reports', owner: 'always', person: [['shipment_reporting', 'billing_reporting']] },
  {
    page: '/scheduled-reports',
    owner: 'always',
    person: [['shipment_reporting', 'billing_reporting']],
  },
  {
    page: '/invoices',
    owner: 'invoicing',
    person: [
      ['billing_reporting', 'invoicing'],
      ['billing_settings', 'invoicing'],
    ],
  },
  { page: '/balance', owner: 'wallet', person: [['billing_reporting']] },
  {
    page: '/external-billing',
    owner: 'externally_billed',
    person: [['billing_reporting', 'externally_billed']],
  },
  {
    page: '/channel-billing',
    owner: 'sales_channel',
    person: [['billing_reporting', 'sales_channel']],
  },
  { page: '/payment-methods', owner: 'always', person: [['billing_settings']] },
  { page: '/billing-information', owner: 'always', person: [['billing_settings']] },
  { page: '/webhooks', owner: 'always', person: [['api_keys']] },
  { page: '/apikey', owner: 'always', person: [['api_keys']] },
  { page: 'Documentation', owner: 'always', person: [['api_keys']] },
  { page: '/tracking-page', owner: 'always', person: 'never' },
  { page: '/carrier-accounts', owner: 'always', person: 'never' },
  { page: '/shop-connections', owner: 'always', person: 'never' },
  { page: '/packing-slip', owner: 'always', person: 'never' },
  { page: '/automations', owner: 'always', person: 'never' },
  { page: '/search-presets', owner: 'always', person: 'never' },
  { page: '/permissions', owner: 'always', person: 'never' },
  { page: '/saved-packages', owner: 'always', person: 'never' },
  { page: '/locations', owner: 'always', person: [['add_locations']] },
  { page: '/business-information', owner: 'externally_billed', person: 'never' },
  { page: '/activity', owner: 'always', person: 'never' },
  { page: '/sessions', owner: 'always', person: [[]] },
  { page: 'Reset Password', owner: 'always', person: [[]] },
  { page: 'Sign out', owner: 'always', person: [[]] },
]

const BILLINGS = [false, true].flatMap((externally_billed) =>
  [false, true].flatMap((sales_channel) =>
    (['wallet', 'invoicing'] as const).map((billing_type) => ({
      externally_billed,
      sales_channel,
      billing_type,
    })),
  ),
)

const COMBINATIONS = Array.from({ length: 2 ** PERMISSIONS.length }, (_, bits) =>
  PERMISSIONS.filter((_name, place) => bits & (1 << place)),
)

function holdsFlag(viewer: Viewer, flag: Flag): boolean {
  if (flag === 'wallet' || flag === 'invoicing') return viewer.billing_type === flag
  return viewer[flag]
}

function permissionsOf(given: PermissionName[]) {
  return {
    shipment_reporting: given.includes('shipment_reporting'),
    billing_reporting: given.includes('billing_reporting'),
    billing_settings: given.includes('billing_settings'),
    api_keys: given.includes('api_keys'),
    add_locations: given.includes('add_locations'),
    scan_forms: given.includes('scan_forms'),
  }
}

function viewerWith(billing: (typeof BILLINGS)[number], names: PermissionName[] | null): Viewer {
  return { ...billing, person: names && { permissions: permissionsOf(names) } }
}

function shown(viewer: Viewer): string[] {
  return menuFor(viewer, everything).flatMap((group) =>
    group.items.map((item) => (item.kind === 'page' ? item.path : item.label)),
  )
}

describe('the menu', () => {
  it('of a sub-user is as specified for all 64 permission sets and all billing flags', () => {
    expect(COMBINATIONS).toHaveLength(64)
    let checked = 0
    for (const billing of BILLINGS) {
      for (const names of COMBINATIONS) {
        const viewer = viewerWith(billing, names)
        const expected = SPECIFIED.filter(
          ({ person }) =>
            person !== 'never' &&
            person.some((needs) =>
              needs.every((need) =>
                need === 'wallet' ||
                need === 'invoicing' ||
                need === 'externally_billed' ||
                need === 'sales_channel'
                  ? holdsFlag(viewer, need)
                  : names.includes(need),
              ),
            ),
        ).map(({ page }) => page)
        expect(shown(viewer), `${names.join('+')} ${JSON.stringify(billing)}`).toEqual(expected)
        checked += 1
      }
    }
    expect(checked).toBe(512)
  })

  it.each(BILLINGS)('of the owner is as specified for %j', (billing) => {
    const viewer = viewerWith(billing, null)
    const expected = SPECIFIED.filter(
      ({ owner }) => owner === 'always' || holdsFlag(viewer, owner),
    ).map(({ page }) => page)
    expect(shown(viewer)).toEqual(expected)
  })

  it('leaves out pages that do not exist, and groups that would be empty', () => {
    const viewer = viewerWith(
      { billing_type: 'wallet', externally_billed: false, sales_channel: false },
      null,
    )
    const pages = new Set(['/apikey', '/permissions'])
    const menu = menuFor(viewer, { ...everything, exists: (path) => pages.has(path) })
    expect(menu.map(({ label, items }) => [label, items.map((item) => item.label)])).toEqual([
      ['Developers', ['API Key', 'Documentation']],
      ['Settings', ['Permissions', 'Reset Password', 'Sign out']],
    ])
  })

  it('never shows uploads, mappings and lead searches', () => {
    for (const path of ['/shipment-uploads', '/lead-searches', '/shipment-upload-mappings']) {
      expect(
        shown(
          viewerWith(
            { billing_type: 'wallet', externally_billed: true, sales_channel: true },
            null,
          ),
        ),
      ).not.toContain(path)
    }
  })

  it('knows which group holds the active route', () => {
    const menu = menuFor(
      viewerWith({ billing_type: 'wallet', externally_billed: false, sales_channel: false }, null),
      everything,
    )
    const holders = (path: string) =>
      menu.filter((group) => holds(group, path)).map((group) => group.label)
    expect(holders('/permissions')).toEqual(['Settings'])
    expect(holders('/saved-packages/new')).toEqual(['Settings'])
    expect(holders('/shipments')).toEqual(['Shipping'])
    expect(holders('/shipment/shp_1/rate')).toEqual(['Shipping'])
    expect(holders('/shipments-of-another-kind')).toEqual([])
    expect(holders('/welcome')).toEqual([])
  })
})
