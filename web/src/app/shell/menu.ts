// The sidebar as data: which groups and items a user sees. Pure; Sidebar.tsx draws it.
// An item whose page does not exist yet is left out (`exists`), so that no link leads nowhere,
// and a group without items is left out with it.
import { mayOpen, type RuledPage, type Viewer } from '@/lib/access'

export type MenuAction = 'reset-password' | 'sign-out'

export type MenuItem =
  | { kind: 'page'; label: string; path: string }
  | { kind: 'external'; label: string; href: string }
  | { kind: 'action'; label: string; action: MenuAction }

export type MenuIcon =
  | 'shipping'
  | 'orders'
  | 'analytics'
  | 'manifests'
  | 'reporting'
  | 'billing'
  | 'developers'
  | 'settings'

/** A group opens and closes; an entry with `items` of one and no label is a plain link. */
export interface MenuGroup {
  id: MenuIcon
  label: string
  items: MenuItem[]
  /** Drawn as one link instead of a group. */
  single: boolean
}

type Entry = [label: string, page: RuledPage]

const GROUPS: readonly { id: MenuIcon; label: string; single?: true; pages: readonly Entry[] }[] = [
  {
    id: 'shipping',
    label: 'Shipping',
    pages: [
      ['Shipments', '/shipments'],
      ['Shipment Drafts', '/shipment-drafts'],
    ],
  },
  { id: 'orders', label: 'Shop Orders', single: true, pages: [['Shop Orders', '/shop-orders']] },
  { id: 'analytics', label: 'Analytics', single: true, pages: [['Analytics', '/analytics']] },
  { id: 'manifests', label: 'Manifests', single: true, pages: [['Manifests', '/scan-forms']] },
  {
    id: 'reporting',
    label: 'Reporting',
    pages: [
      ['Reports', '/reports'],
      ['Scheduled Reports', '/scheduled-reports'],
    ],
  },
  {
    id: 'billing',
    label: 'Billing',
    pages: [
      ['Invoices', '/invoices'],
      ['Balance', '/balance'],
      ['External Billing', '/external-billing'],
      ['Sales Channel Billing', '/channel-billing'],
      ['Payment Methods', '/payment-methods'],
      ['Billing Information', '/billing-information'],
    ],
  },
  {
    id: 'developers',
    label: 'Developers',
    pages: [
      ['Webhooks', '/webhooks'],
      ['API Key', '/apikey'],
    ],
  },
  {
    id: 'settings',
    label: 'Settings',
    pages: [
      ['Tracking Page', '/tracking-page'],
      ['Carrier Accounts', '/carrier-accounts'],
      ['Shop Connections', '/shop-connections'],
      ['Packing Slip', '/packing-slip'],
      ['Automations', '/automations'],
      ['Search Presets', '/search-presets'],
      ['Permissions', '/permissions'],
      ['Saved Packages', '/saved-packages'],
      ['Locations', '/locations'],
      ['Business Information', '/business-information'],
      ['Activity', '/activity'],
    ],
  },
]

/** Items of the Settings group that everybody has. */
const FOR_EVERYBODY: readonly MenuItem[] = [
  { kind: 'page', label: 'Sessions', path: '/sessions' },
  { kind: 'action', label: 'Reset Password', action: 'reset-password' },
  { kind: 'action', label: 'Sign out', action: 'sign-out' },
]

interface MenuOptions {
  exists: (path: string) => boolean
  /** Address of the API documentation. */
  docs: string
}

function itemsOf(viewer: Viewer, id: MenuIcon, pages: readonly Entry[], docs: string): MenuItem[] {
  const items: MenuItem[] = pages
    .filter(([, page]) => mayOpen(viewer, page))
    .map(([label, path]) => ({ kind: 'page', label, path }))
  if (id === 'developers' && items.length > 0) {
    items.push({ kind: 'external', label: 'Documentation', href: docs })
  }
  return id === 'settings' ? [...items, ...FOR_EVERYBODY] : items
}

export function menuFor(viewer: Viewer, { exists, docs }: MenuOptions): MenuGroup[] {
  return GROUPS.map(({ id, label, single = false, pages }) => ({
    id,
    label,
    single,
    items: itemsOf(viewer, id, pages, docs).filter(
      (item) => item.kind !== 'page' || exists(item.path),
    ),
  })).filter((group) => group.items.length > 0)
}

/** Entries whose pages stand at another address: a single shipment belongs to the list of them. */
const ELSEWHERE: Readonly<Record<string, string>> = { '/shipments': '/shipment' }

/** Whether the group holds the page at `pathname` (or one below it). */
export function holds(group: MenuGroup, pathname: string): boolean {
  return group.items.some((item) => item.kind === 'page' && isAt(item.path, pathname))
}

export function isAt(path: string, pathname: string): boolean {
  const elsewhere = ELSEWHERE[path]
  return isBelow(path, pathname) || (elsewhere !== undefined && isBelow(elsewhere, pathname))
}

function isBelow(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`)
}
