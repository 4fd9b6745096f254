// A setting that is saved as soon as it is switched.
import { Switch } from '@mantine/core'

import type { IncentiveChange, Program } from '@/api/incentives'

import { useSaveSetting } from './useSaveSetting'

type Setting = 'auto_approve_payouts' | 'auto_approve_pulls'

function changeOf(name: Setting, on: boolean): IncentiveChange {
  return name === 'auto_approve_payouts' ? { auto_approve_payouts: on } : { auto_approve_pulls: on }
}

interface SettingSwitchProps {
  program: Program
  name: Setting
  label: string
  checked: boolean
  /** Others see it locked. */
  mayChange: boolean
}

export function SettingSwitch({ program, name, label, checked, mayChange }: SettingSwitchProps) {
  const saving = useSaveSetting(program)
  const shown = saving.isPending ? (saving.variables[name] ?? checked) : checked
  return (
    <Switch
      label={label}
      checked={shown}
      disabled={!mayChange}
      onChange={(event) => saving.mutate(changeOf(name, event.currentTarget.checked))}
    />
  )
}
