// The account's label settings as the actions need them. The server keeps layout and format as
// text; what it never sends falls back to the defaults.
import type { LabelFormat, LabelLayout } from '@/api/shipments/wire'
import type { User } from '@/api/user'

import type { LabelSettings } from './actions'

const FORMATS: readonly LabelFormat[] = ['pdf', 'png', 'zpl']
const LAYOUTS: readonly LabelLayout[] = ['4X6', '8.5X11']

export function labelSettings(settings: User['settings'], hasPrinter: boolean): LabelSettings {
  const printerId = settings.printer_id ?? null
  return {
    format: FORMATS.find((format) => format === settings.label_format) ?? 'pdf',
    layout: LAYOUTS.find((layout) => layout === settings.label_layout) ?? '4X6',
    packingSlip: settings.download_packing_slip,
    printer: printerId !== null || hasPrinter ? { id: printerId } : null,
  }
}
