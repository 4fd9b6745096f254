// The account's settings (changed by the owner). What a change does not name is kept.
import { api, call } from './client'

interface LabelDefaults {
  printer_id: string | null
  label_layout: string
  label_format: string
  download_packing_slip: boolean
}

export async function saveLabelDefaults(settings: LabelDefaults): Promise<void> {
  await call(api().PATCH('/dashboard/user/settings', { body: { settings } }))
}
