// System, light or dark, at once and without a reload.
import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

import type { DarkMode } from '@/lib/storage'
import { setDarkMode, useDarkMode } from '@/lib/theme'

import classes from './shell.module.css'

const CHOICES: readonly { value: DarkMode; name: string; Icon: typeof IconSun }[] = [
  { value: 'system', name: 'System theme', Icon: IconDeviceDesktop },
  { value: 'light', name: 'Light theme', Icon: IconSun },
  { value: 'dark', name: 'Dark theme', Icon: IconMoon },
]

export function ThemeSwitch() {
  return (
    <SegmentedControl<DarkMode>
      size="xs"
      withItemsBorders={false}
      classNames={{ root: classes.theme, innerLabel: classes.themeLabel }}
      aria-label="Theme"
      value={useDarkMode()}
      onChange={setDarkMode}
      data={CHOICES.map(({ value, name, Icon }) => ({
        value,
        label: (
          <>
            <Icon size={15} stroke={1.75} aria-hidden display="block" />
            <VisuallyHidden>{name}</VisuallyHidden>
          </>
        ),
      }))}
    />
  )
}
