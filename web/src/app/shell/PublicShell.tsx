// The frame around pages for signed-out users: test bar above, theme and small print below.
import { Outlet } from '@tanstack/react-router'

import { LegalLinks } from './LegalLinks'
import classes from './shell.module.css'
import { TestBar } from './TestBar'
import { ThemeSwitch } from './ThemeSwitch'

export function PublicShell() {
  return (
    <div className={classes.publicShell}>
      <TestBar />
      <Outlet />
      <footer className={classes.publicFoot}>
        <LegalLinks />
        <ThemeSwitch />
      </footer>
    </div>
  )
}
