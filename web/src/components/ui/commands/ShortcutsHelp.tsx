// All registered shortcuts in a modal, and the switch for keys without Ctrl or Cmd.
import { Switch, Text } from '@mantine/core'

import { openModal } from '@/components/ui/modals/dialogs'
import { updateStorage, useStored } from '@/lib/storage'
import { useStore } from '@/lib/store'

import classes from './commands.module.css'
import { groupCommands } from './groups'
import { Keys } from './Keys'
import { commands } from './registry'

export function openShortcutsHelp(): void {
  openModal({ title: 'Keyboard shortcuts', size: 'lg', content: () => <ShortcutsHelp /> })
}

function ShortcutsHelp() {
  const withKeys = useStore(commands).filter((command) => command.keys !== undefined)
  const singleKeys = useStored('singleKeys')
  return (
    <>
      <div className={classes.help}>
        {groupCommands(withKeys).map((group) => (
          <section key={group.name} aria-label={group.name}>
            <Text component="h3" size="sm" fw={600} className={classes.helpTitle}>
              {group.name}
            </Text>
            <dl className={classes.helpList}>
              {group.commands.map((command) => (
                <div key={`${command.keys} ${command.label}`} className={classes.helpRow}>
                  <dt>{command.label}</dt>
                  <dd>
                    <Keys keys={command.keys ?? ''} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        className={classes.helpSwitch}
        label="Single-key shortcuts"
        aria-label="Single-key shortcuts"
        description="Off, only combinations with Ctrl or Cmd work."
        checked={singleKeys}
        onChange={(event) => updateStorage({ singleKeys: event.currentTarget.checked })}
      />
    </>
  )
}
