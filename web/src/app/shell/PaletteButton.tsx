// The way into the command palette for those who do not know its keys yet.
import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

import { openCommandPalette } from '@/components/ui/commands/KeyboardTools'
import { Keys } from '@/components/ui/commands/Keys'

import classes from './shell.module.css'

export function PaletteButton() {
  return (
    <UnstyledButton
      className={classes.palette}
      aria-label="Search commands and pages"
      onClick={openCommandPalette}
    >
      <IconSearch size={15} aria-hidden />
      <span className={classes.paletteText}>Search or jump to...</span>
      <span className={classes.paletteKeys} aria-hidden>
        <Keys keys="mod+k" />
      </span>
    </UnstyledButton>
  )
}
