// The bank account that amounts due are pulled from. The list of choices ends with an address of the
// app: choosing it goes there instead.
import { Select, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'

import type { IncentiveAccount, Program } from '@/api/incentives'

import classes from './incentives.module.css'
import { SettingSwitch } from './SettingSwitch'
import { useSaveSetting } from './useSaveSetting'

const CLOSED_IS_UNMOUNTED = { keepMounted: false }

interface PullAccountProps {
  program: Program
  settings: IncentiveAccount['settings']
  mayChange: boolean
}

export function PullAccount({ program, settings, mayChange }: PullAccountProps) {
  const navigate = useNavigate()
  const saving = useSaveSetting(program)
  const { value, options } = settings.external_pull_account_id
  const shown = saving.isPending ? saving.variables.external_pull_account_id : value

  const choose = (chosen: string | null) => {
    if (chosen === null) return
    if (chosen.startsWith('/')) void navigate({ href: chosen })
    else if (chosen !== value) saving.mutate({ external_pull_account_id: chosen })
  }

  return (
    <section className={classes.card} aria-labelledby="pull-account">
      <Title order={2} id="pull-account">
        Pull bank account
      </Title>
      <Select
        label="Bank account"
        description="What you owe the program is taken from it."
        placeholder="None chosen"
        data={options.map(([id, label]) => ({ value: id, label }))}
        value={shown ?? null}
        disabled={!mayChange}
        comboboxProps={CLOSED_IS_UNMOUNTED}
        onChange={choose}
      />
      <SettingSwitch
        program={program}
        name="auto_approve_pulls"
        label="Automatically approve pulls"
        checked={settings.auto_approve_pulls}
        mayChange={mayChange}
      />
    </section>
  )
}
