// The bar above the page: who is signed in (the account, and the sub-user when there is one), the
// menu button on small screens, and the way into the command palette.
import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { useUser } from '@/api/user'

import classes from './shell.module.css'

interface TitleBarProps {
  menuOpened: boolean
  onMenu: () => void
  children?: ReactNode
}

export function TitleBar({ menuOpened, onMenu, children }: TitleBarProps) {
  const { name, person } = useUser()
  return (
    <header className={classes.titleBar}>
      <ActionIcon
        className={classes.burger}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Menu"
        aria-expanded={menuOpened}
        onClick={onMenu}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <div className={classes.who}>
        <span className={classes.account} title={name}>
          {name}
        </span>
        {person && (
          <span className={classes.person} title={person.name}>
            {person.name}
          </span>
        )}
      </div>
      <div className={classes.titleTools}>{children}</div>
    </header>
  )
}
