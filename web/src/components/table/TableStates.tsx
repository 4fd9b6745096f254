// What stands where rows would: first load, failure, nothing to show.
import { Button, Loader, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInbox, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import classes from './table.module.css'

const EMPTY_TEXT = 'There is no data to show here!'
const ERROR_TEXT = 'Something went wrong'

export function TableLoading() {
  return (
    <Stack className={classes.state} role="status">
      <Loader size="sm" />
      <Text size="sm" c="dimmed">
        Loading...
      </Text>
    </Stack>
  )
}

export interface EmptyText {
  /** Why the list is empty: 'No shipment matches these filters.' */
  reason?: ReactNode
  /** One way on: a button or a link. */
  action?: ReactNode
}

export function TableEmpty({ reason, action }: EmptyText) {
  return (
    <Stack className={classes.state}>
      <IconInbox className={classes.stateIcon} size={28} stroke={1.5} aria-hidden />
      <Text fw={600}>{EMPTY_TEXT}</Text>
      {reason && (
        <Text size="sm" c="dimmed" maw={420}>
          {reason}
        </Text>
      )}
      {action}
    </Stack>
  )
}

interface TableErrorProps {
  message: string | undefined
  onRetry: (() => void) | undefined
}

export function TableError({ message, onRetry }: TableErrorProps) {
  return (
    <Stack className={classes.state} role="alert">
      <IconAlertTriangle className={classes.errorIcon} size={28} stroke={1.5} aria-hidden />
      <Text fw={600}>{message || ERROR_TEXT}</Text>
      {onRetry && <RetryButton onRetry={onRetry} />}
    </Stack>
  )
}

/** Rows are there, but the latest refresh failed. */
export function RefreshFailed({ message, onRetry }: TableErrorProps) {
  return (
    <div className={classes.refreshFailed} role="alert">
      <IconAlertTriangle className={classes.errorIcon} size={16} aria-hidden />
      <Text size="sm">{message || ERROR_TEXT}</Text>
      {onRetry && <RetryButton onRetry={onRetry} />}
    </div>
  )
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRefresh size={14} aria-hidden />}
      onClick={onRetry}
    >
      Try again
    </Button>
  )
}
