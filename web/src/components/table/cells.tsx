// What stands in table cells: money, dates, ids (for states see ui/StatusBadge). Each takes the value as the server sends
// it; null and undefined become a dash.
import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'

import { copyText } from '@/components/ui/clipboard'
import { formatDate, formatDateTime, formatMoney, parseCents } from '@/lib/format'

import classes from './cells.module.css'

const COPIED_MS = 750

interface MoneyCellProps {
  value: string | number | null | undefined
  /** Colour amounts below zero. */
  signed?: boolean
}

export function MoneyCell({ value, signed = false }: MoneyCellProps) {
  const cents = signed && value !== null && value !== undefined ? parseCents(String(value)) : null
  return (
    <span className={classes.money} data-negative={(cents !== null && cents < 0n) || undefined}>
      {formatMoney(value)}
    </span>
  )
}

interface DateCellProps {
  value: string | null | undefined
  withTime?: boolean
}

export function DateCell({ value, withTime = false }: DateCellProps) {
  if (!value) return <span>{formatDate(value)}</span>
  return (
    <time dateTime={value} title={withTime ? undefined : formatDateTime(value)}>
      {withTime ? formatDateTime(value) : formatDate(value)}
    </time>
  )
}

interface IdCellProps {
  value: string
  /** What is copied, for screen readers: 'tracking code'. */
  name: string
}

export function IdCell({ value, name }: IdCellProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  return (
    <span className={classes.id}>
      <Text span ff="monospace" size="xs">
        {value}
      </Text>
      <Tooltip label={copied ? 'Copied' : 'Copy'}>
        <ActionIcon
          className={classes.copy}
          variant="subtle"
          color="gray"
          size="xs"
          aria-label={copied ? `Copied ${name} ${value}` : `Copy ${name} ${value}`}
          onClick={() => void copyText(value).then(setCopied)}
        >
          {copied ? <IconCheck size={13} aria-hidden /> : <IconCopy size={13} aria-hidden />}
        </ActionIcon>
      </Tooltip>
    </span>
  )
}

interface TwoLineCellProps {
  first: ReactNode
  second: ReactNode
}

export function TwoLineCell({ first, second }: TwoLineCellProps) {
  return (
    <div className={classes.twoLines}>
      <span>{first}</span>
      <Text span size="xs" c="dimmed">
        {second}
      </Text>
    </div>
  )
}
