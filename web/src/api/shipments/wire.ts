// Shipments as the server sends them, by the names that screens use. What the description of the API
// leaves loose (pairs, what a filter holds) is written here and read at the edge, in list.ts.
import type { components } from '../schema.gen'

type Schemas = components['schemas']

/** A row of the shipments and drafts lists. */
export type ShipmentRow = Schemas['ShipmentRow']
export type Shipment = Schemas['ShipmentOut']
export type ShipmentAddress = Schemas['AddressOut']
/** Newest first in a shipment. */
export type TrackingEvent = Schemas['EventOut']
export type OrderBlock = Schemas['Block']
/** What came of an action on many. */
export type LabelsReport = Schemas['BulkReport']

/** Value and label of a filter's choice. */
export type Choice = readonly [value: string, label: string]

export interface ShipmentsPage {
  items: ShipmentRow[]
  total_count: number
  has_printer: boolean
  no_warehouses: boolean
  options: Record<'downloaded' | 'source' | 'status' | 'carrier' | 'presets', Choice[]> & {
    /** Rules that may be executed by hand; none while the account has none. */
    automations: Choice[]
  }
}

/** What a list is filtered by: the names of the call's query, and of `all_matching`. */
export interface ShipmentFilters {
  draft: boolean
  q?: string | undefined
  downloaded: string
  source: string
  from: string
  to: string
  status?: string | undefined
  carrier?: string | undefined
  presets?: string | undefined
}

export interface FileReport {
  url: string
  format: string
}

export type LabelFormat = 'pdf' | 'png' | 'zpl'
export type LabelLayout = '4X6' | '8.5X11'
