// The account's settings: those of labels are the owner's, those of billing also of sub-users with
// billing_settings. What a change does not name is kept.
import { api, call } from './client'
import type { components } from './schema.gen'

export async function saveSettings(
  settings: components['schemas']['SettingsPatch'],
): Promise<void> {
  await call(api().PATCH('/dashboard/user/settings', { body: { settings } }))
}

interface LabelDefaults {
  printer_id: string | null
  label_layout: string
  label_format: string
  download_packing_slip: boolean
}

export async function saveLabelDefaults(settings: LabelDefaults): Promise<void> {
  await saveSettings(settings)
}
