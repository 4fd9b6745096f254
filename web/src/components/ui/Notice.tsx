// A framed message inside the page: errors on top of a form, hints, warnings. The tone is told by
// an icon and a word for screen readers, never by colour alone.
import { VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'

import classes from './Notice.module.css'

type NoticeTone = 'info' | 'success' | 'warning' | 'error'

const TONES: Record<NoticeTone, { Icon: TablerIcon; word: string }> = {
  info: { Icon: IconInfoCircle, word: 'Note' },
  success: { Icon: IconCircleCheck, word: 'Success' },
  warning: { Icon: IconAlertTriangle, word: 'Warning' },
  error: { Icon: IconCircleX, word: 'Error' },
}

interface NoticeProps {
  tone?: NoticeTone
  title?: ReactNode
  children?: ReactNode
  /** Buttons or links, at the end. */
  actions?: ReactNode
  /** Errors are announced at once unless this is false. */
  announce?: boolean
  ref?: Ref<HTMLDivElement>
}

export function Notice({
  tone = 'info',
  title,
  children,
  actions,
  announce = tone === 'error',
  ref,
}: NoticeProps) {
  const { Icon, word } = TONES[tone]
  return (
    <div
      ref={ref}
      className={classes.root}
      data-tone={tone}
      role={announce ? 'alert' : undefined}
      tabIndex={-1}
    >
      <Icon size={18} className={classes.icon} aria-hidden />
      <VisuallyHidden>{word}:</VisuallyHidden>
      <div className={classes.body}>
        {title && <div className={classes.title}>{title}</div>}
        {children}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
