// The six permissions as the screen names them, in the order of its columns.
import type { PermissionName } from '@/lib/access'

export interface PermissionColumn {
  key: PermissionName
  label: string
  /** What it allows, for the header's tip. */
  allows: string
}

export const PERMISSION_COLUMNS: readonly PermissionColumn[] = [
  {
    key: 'billing_settings',
    label: 'Billing settings',
    allows: 'Payment methods and billing information',
  },
  {
    key: 'billing_reporting',
    label: 'Billing reporting',
    allows: 'Balance, invoices and billing logs',
  },
  { key: 'shipment_reporting', label: 'Shipment reporting', allows: 'Shipments and drafts' },
  { key: 'api_keys', label: 'API keys', allows: 'API keys and webhooks' },
  { key: 'add_locations', label: 'Add locations', allows: 'Warehouse locations' },
  { key: 'scan_forms', label: 'Scan forms', allows: 'Manifests' },
]
