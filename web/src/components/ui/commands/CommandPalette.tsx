// The command palette: type a few letters, choose with the arrows, Enter does it. A combobox with
// its list always open, inside a modal of the stack. (Mantine's Spotlight tells screen readers
// neither the list nor the chosen entry, and answers Escape outside the stack.)
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'

import { AppModal } from '@/components/ui/modals/AppModal'
import { useStore } from '@/lib/store'

import classes from './commands.module.css'
import { findCommands, groupCommands } from './groups'
import { Keys } from './Keys'
import { type Command, commands } from './registry'

interface CommandPaletteProps {
  opened: boolean
  onClose: () => void
}

export function CommandPalette({ opened, onClose }: CommandPaletteProps) {
  return (
    <AppModal
      opened={opened}
      onClose={onClose}
      label="Command palette"
      size={560}
      padding={0}
      centered={false}
      yOffset="12vh"
      transitionProps={{ duration: 100, transition: 'fade' }}
    >
      <Palette onClose={onClose} />
    </AppModal>
  )
}

function optionId(id: string, index: number): string {
  return `${id}-option-${index}`
}

function Palette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const store = useCombobox({ opened: true })

  const offered = useStore(commands).filter((command) => command.inPalette !== false)
  const groups = groupCommands(findCommands(offered, query))
  // The arrows follow what is seen, group after group.
  const found = groups.flatMap((group) => group.commands)

  useEffect(() => {
    document.getElementById(optionId(id, at))?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || found.length === 0) return
    const moves: Record<string, number> = {
      ArrowDown: (at + 1) % found.length,
      ArrowUp: (at - 1 + found.length) % found.length,
      Home: 0,
      End: found.length - 1,
    }
    const next = moves[event.key]
    if (next !== undefined) {
      event.preventDefault()
      setAt(next)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(found[at])
    }
  }

  return (
    <Combobox store={store} onOptionSubmit={(value) => run(found[Number(value)])}>
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        className={classes.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        placeholder="Type a command or a page"
        role="combobox"
        aria-label="Search commands"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? optionId(id, at) : undefined}
        autoComplete="off"
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <Combobox.Options id={`${id}-list`} aria-label="Commands" className={classes.options}>
        {groups.map((group) => (
          <Combobox.Group key={group.name} label={group.name}>
            {group.commands.map((command) => {
              const index = found.indexOf(command)
              return (
                <Combobox.Option
                  key={command.label}
                  id={optionId(id, index)}
                  value={String(index)}
                  className={classes.option}
                  selected={index === at}
                  aria-selected={index === at}
                  onMouseMove={() => setAt(index)}
                >
                  {command.Icon && <command.Icon size={16} aria-hidden />}
                  <span className={classes.optionLabel}>{command.label}</span>
                  {command.keys && <Keys keys={command.keys} />}
                </Combobox.Option>
              )
            })}
          </Combobox.Group>
        ))}
        {found.length === 0 && <Combobox.Empty>Nothing found</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  )
}
