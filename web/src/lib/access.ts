// Who sees which page: the sidebar rules of the specification, one per page. The menu and the
// shell, which answers 'Access denied', both ask here. The server enforces its own rules; this only mirrors them, and a
// page that is not listed is open to whoever is signed in.

export const PERMISSIONS = [
  'shipment_reporting',
  'billing_reporting',
  'billing_settings',
  'api_keys',
  'add_locations',
  'scan_forms',
] as const
export type PermissionName = (typeof PERMISSIONS)[number]

/** What the rules look at. The signed-in user fits; the account owner has no `person`. */
export interface Viewer {
  /** 'wallet' or 'invoicing' */
  billing_type: string
  externally_billed: boolean
  sales_channel: boolean
  person?: { permissions: Readonly<Record<PermissionName, boolean>> } | null | undefined
}

type Rule = (viewer: Viewer) => boolean

const owner: Rule = (viewer) => !viewer.person

/** The owner, or a sub-user with at least one of these. */
function anyOf(...names: PermissionName[]): Rule {
  return ({ person }) => !person || names.some((name) => person.permissions[name])
}

/** The owner, or a sub-user with every one of these. */
function allOf(...names: PermissionName[]): Rule {
  return ({ person }) => !person || names.every((name) => person.permissions[name])
}

function both(...rules: Rule[]): Rule {
  return (viewer) => rules.every((rule) => rule(viewer))
}

const externallyBilled: Rule = (viewer) => viewer.externally_billed
const hasSalesChannel: Rule = (viewer) => viewer.sales_channel
const invoiced: Rule = (viewer) => viewer.billing_type === 'invoicing'

const RULES = {
  '/shipments': anyOf('shipment_reporting'),
  '/shipment-drafts': anyOf('shipment_reporting'),
  // Buying is the owner's: the form and the rates.
  '/shipment': owner,
  '/shop-orders': owner,
  // The specification names no rule; it sums up what the shipments list shows row by row.
  '/analytics': anyOf('shipment_reporting'),
  '/scan-forms': anyOf('scan_forms'),
  '/reports': allOf('shipment_reporting', 'billing_reporting'),
  '/scheduled-reports': allOf('shipment_reporting', 'billing_reporting'),
  '/invoices': both(anyOf('billing_reporting', 'billing_settings'), invoiced),
  '/balance': ({ person, billing_type }) =>
    person ? person.permissions.billing_reporting : billing_type === 'wallet',
  // Reached from Balance and Invoices; the sidebar of the specification does not list it.
  '/adjustments': anyOf('billing_reporting'),
  '/external-billing': both(anyOf('billing_reporting'), externallyBilled),
  '/channel-billing': both(anyOf('billing_reporting'), hasSalesChannel),
  '/payment-methods': anyOf('billing_settings'),
  '/billing-information': anyOf('billing_settings'),
  '/webhooks': anyOf('api_keys'),
  '/apikey': anyOf('api_keys'),
  '/tracking-page': owner,
  '/carrier-accounts': owner,
  '/shop-connections': owner,
  '/packing-slip': owner,
  '/automations': owner,
  '/search-presets': owner,
  '/permissions': owner,
  '/saved-packages': owner,
  '/locations': anyOf('add_locations'),
  '/business-information': both(owner, externallyBilled),
  '/activity': owner,
} satisfies Record<string, Rule>

/** A page with a rule of its own. */
export type RuledPage = keyof typeof RULES

export function mayOpen(viewer: Viewer, page: RuledPage): boolean {
  return RULES[page](viewer)
}

/** What a page offers: the owner may do it, and a sub-user with this permission. */
export function mayDo(viewer: Viewer, permission: PermissionName): boolean {
  return anyOf(permission)(viewer)
}

/** Where signed-in users start. */
const START_PAGE = '/shipments'
const START_WITHOUT_SHIPMENTS = '/welcome'

/** The first page the user may see. */
export function startPage(viewer: Viewer) {
  return mayOpen(viewer, '/shipments') ? START_PAGE : START_WITHOUT_SHIPMENTS
}
