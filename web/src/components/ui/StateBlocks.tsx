// What stands in place of content: nothing there yet, a failure with a way on, or a page that could
// not be loaded.
import { Anchor, Button, Loader, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconInbox,
  IconPlugConnectedX,
  IconRefresh,
  type TablerIcon,
} from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'

import classes from './StateBlocks.module.css'

interface EmptyBlockProps {
  /** 'You've created no rules' */
  title: ReactNode
  /** Why it is empty, in one line. */
  children?: ReactNode
  /** One way on: a button or a link. */
  action?: ReactNode
  Icon?: TablerIcon
}

export function EmptyBlock({ title, children, action, Icon = IconInbox }: EmptyBlockProps) {
  return (
    <div className={classes.block}>
      <Icon size={30} stroke={1.5} className={classes.icon} aria-hidden />
      <Text fw={600}>{title}</Text>
      {children && (
        <Text size="sm" c="dimmed" className={classes.text}>
          {children}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

interface ErrorBlockProps {
  message?: ReactNode
  onRetry?: () => void
  /** Small print: the request id. */
  children?: ReactNode
}

export function ErrorBlock({
  message = 'Something went wrong',
  onRetry,
  children,
}: ErrorBlockProps) {
  return (
    <div className={classes.block} role="alert">
      <IconAlertTriangle size={30} stroke={1.5} className={classes.errorIcon} aria-hidden />
      <Text fw={600}>{message}</Text>
      {children && (
        <Text size="xs" c="dimmed" className={classes.text}>
          {children}
        </Text>
      )}
      {onRetry && (
        <Button
          variant="default"
          size="xs"
          className={classes.action}
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={onRetry}
        >
          Try again
        </Button>
      )}
    </div>
  )
}

/** For a page or a part of it whose code or data did not arrive. */
export function LoadErrorBlock({ children }: { children?: ReactNode }) {
  return (
    <div className={classes.block} role="alert">
      <IconPlugConnectedX size={30} stroke={1.5} className={classes.errorIcon} aria-hidden />
      <Text fw={600}>There was an error in loading this page.</Text>
      <Text size="sm">
        <Anchor href={window.location.href} onClick={reload}>
          Reload the page
        </Anchor>
      </Text>
      {children && (
        <Text size="xs" c="dimmed" className={classes.text}>
          {children}
        </Text>
      )}
    </div>
  )
}

// A link to the same address may only move to its #fragment; reloading is meant.
function reload(event: MouseEvent): void {
  event.preventDefault()
  window.location.reload()
}

export function LoadingBlock() {
  return (
    <div className={classes.block} role="status">
      <Loader size="sm" />
      <Text size="sm" c="dimmed">
        Loading...
      </Text>
    </div>
  )
}
