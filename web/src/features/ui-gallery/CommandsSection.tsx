// The command palette and the shortcuts help, with a few commands registered by this section.
import { Button } from '@mantine/core'
import { IconPackage, IconReceipt, IconSettings } from '@tabler/icons-react'
import { useMemo } from 'react'

import { Keys } from '@/components/ui/commands/Keys'
import { KeyboardTools, openCommandPalette } from '@/components/ui/commands/KeyboardTools'
import { type Command, useCommands, useShortcut } from '@/components/ui/commands/registry'
import { openShortcutsHelp } from '@/components/ui/commands/ShortcutsHelp'
import { toastSuccess } from '@/components/ui/modals/toasts'

import { Example } from './Example'
import classes from './gallery.module.css'

const go = (name: string) => () => toastSuccess(`Would go to ${name}`)

export function CommandsSection() {
  useCommands(
    useMemo<Command[]>(
      () => [
        {
          label: 'Go to Shipments',
          group: 'Navigation',
          keys: 'g s',
          Icon: IconPackage,
          run: go('Shipments'),
        },
        {
          label: 'Go to Balance',
          group: 'Navigation',
          keys: 'g b',
          Icon: IconReceipt,
          keywords: ['money', 'top up'],
          run: go('Balance'),
        },
        {
          label: 'Permissions',
          group: 'Settings',
          Icon: IconSettings,
          keywords: ['users', 'people'],
          run: go('Permissions'),
        },
      ],
      [],
    ),
  )
  useShortcut('n', 'New shipment', go('New Shipment'))
  return (
    <Example title="Palette and help">
      <KeyboardTools />
      <div className={classes.row}>
        <Button variant="default" rightSection={<Keys keys="mod+k" />} onClick={openCommandPalette}>
          Search commands
        </Button>
        <Button variant="default" rightSection={<Keys keys="?" />} onClick={openShortcutsHelp}>
          Keyboard shortcuts
        </Button>
        <span>
          Try <Keys keys="g s" /> and <Keys keys="n" />
        </span>
      </div>
    </Example>
  )
}
