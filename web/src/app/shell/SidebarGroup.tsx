// One group of the sidebar. It is open by default while it holds the active route; the user's own
// opening or closing stands until the active route enters or leaves the group.
import { Collapse, UnstyledButton } from '@mantine/core'
import {
  IconBuildingStore,
  IconChartBar,
  IconChevronRight,
  IconClipboardList,
  IconCode,
  IconCreditCard,
  IconExternalLink,
  IconFileAnalytics,
  IconPackage,
  IconSettings,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'

import { holds, isAt, type MenuAction, type MenuGroup, type MenuIcon, type MenuItem } from './menu'
import { useIsPage } from './paths'
import classes from './shell.module.css'
import { useTestMode } from './TestBar'

const ICONS: Readonly<Record<MenuIcon, typeof IconPackage>> = {
  shipping: IconPackage,
  orders: IconBuildingStore,
  analytics: IconChartBar,
  manifests: IconClipboardList,
  reporting: IconFileAnalytics,
  billing: IconCreditCard,
  developers: IconCode,
  settings: IconSettings,
}

interface SidebarGroupProps {
  group: MenuGroup
  pathname: string
  onAction: (action: MenuAction) => void
}

export function SidebarGroup({ group, pathname, onAction }: SidebarGroupProps) {
  const listId = useId()
  const active = holds(group, pathname)
  const [opened, setOpened] = useState(active)
  const [wasActive, setWasActive] = useState(active)
  if (wasActive !== active) {
    setWasActive(active)
    setOpened(active)
  }

  const Icon = ICONS[group.id]
  const icon = <Icon size={17} stroke={1.75} aria-hidden className={classes.groupIcon} />
  const only = group.items[0]
  if (group.single && only) {
    return <Item item={only} pathname={pathname} onAction={onAction} icon={icon} />
  }

  return (
    <div>
      <UnstyledButton
        className={classes.group}
        aria-expanded={opened}
        aria-controls={listId}
        onClick={() => setOpened(!opened)}
      >
        {icon}
        <span className={classes.label}>{group.label}</span>
        <IconChevronRight size={14} aria-hidden className={classes.chevron} />
      </UnstyledButton>
      <Collapse expanded={opened} id={listId}>
        <ul className={classes.items}>
          {group.items.map((item) => (
            <li key={item.label}>
              <Item item={item} pathname={pathname} onAction={onAction} />
            </li>
          ))}
        </ul>
      </Collapse>
    </div>
  )
}

interface ItemProps {
  item: MenuItem
  pathname: string
  onAction: (action: MenuAction) => void
  icon?: React.ReactNode
}

function Item({ item, pathname, onAction, icon }: ItemProps) {
  const isPage = useIsPage()
  const testMode = useTestMode()
  const kind = icon ? classes.group : classes.item

  if (item.kind === 'external') {
    return (
      <a className={kind} href={item.href} target="_blank" rel="noopener">
        <span className={classes.label}>{item.label}</span>
        <IconExternalLink size={13} aria-label="opens in a new tab" className={classes.chevron} />
      </a>
    )
  }
  if (item.kind === 'action') {
    return (
      <UnstyledButton className={kind} onClick={() => onAction(item.action)}>
        <span className={classes.label}>{item.label}</span>
      </UnstyledButton>
    )
  }
  if (!isPage(item.path)) return null
  const active = isAt(item.path, pathname)
  return (
    <Link
      to={item.path}
      className={kind}
      data-active={active || undefined}
      // The router says 'page' by itself where the address is the entry's own.
      aria-current={active ? 'true' : undefined}
    >
      {icon}
      <span className={classes.label}>{item.label}</span>
      {active && testMode && <span className={classes.suffix}>test</span>}
    </Link>
  )
}
