// The account's settings (changed by the owner). What a change does not name is kept; the generated
// type would make every change name everything.
import { ask } from './untyped'

interface LabelDefaults {
  printer_id: string | null
  label_layout: string
  label_format: string
  download_packing_slip: boolean
}

export async function saveLabelDefaults(settings: LabelDefaults): Promise<void> {
  await ask('PATCH', '/dashboard/user/settings', { body: { settings } })
}
