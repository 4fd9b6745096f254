// The menu at the left: brand, groups and items, then switches and small print. What a user sees
// is decided in menu.ts. On phones the same component stands in a drawer.
import { ScrollArea } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'

import { useUser } from '@/api/user'
import { Brand } from '@/components/layout/Brand'
import { startPage } from '@/lib/access'

import { LegalLinks } from './LegalLinks'
import type { MenuAction } from './menu'
import classes from './shell.module.css'
import { SidebarGroup } from './SidebarGroup'
import { TestSwitch } from './TestSwitch'
import { ThemeSwitch } from './ThemeSwitch'
import { useMenu } from './useMenu'

interface SidebarProps {
  onAction: (action: MenuAction) => void
}

export function Sidebar({ onAction }: SidebarProps) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const groups = useMenu()

  return (
    <>
      <div className={classes.sidebarHead}>
        <Link
          to={startPage(useUser())}
          className={classes.homeLink}
          aria-label="Waybill, start page"
        >
          <Brand />
        </Link>
      </div>
      <ScrollArea className={classes.sidebarBody} type="auto" scrollbarSize={8}>
        <nav aria-label="Main" className={classes.nav}>
          {groups.map((group) => (
            <SidebarGroup key={group.id} group={group} pathname={pathname} onAction={onAction} />
          ))}
        </nav>
      </ScrollArea>
      <div className={classes.sidebarFoot}>
        <TestSwitch />
        <ThemeSwitch />
        <LegalLinks />
      </div>
    </>
  )
}
