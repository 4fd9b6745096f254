// The bar at the foot of a form that fills a page: it stays in view, says how things stand at the
// left, and holds the buttons at the right.
import type { ReactNode } from 'react'

import classes from './form.module.css'

interface FormBarProps {
  /** 'Unsaved changes', 'Saved'; announced as it changes. */
  text: string
  children: ReactNode
}

export function FormBar({ text, children }: FormBarProps) {
  return (
    <div className={classes.bar}>
      <output className={classes.barText}>{text}</output>
      {children}
    </div>
  )
}
