// One filter: its name while it is off, name and value while it is on, with a cross to take it off.
import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import { IconChevronDown, IconPlus, IconX } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'

import classes from './filters.module.css'

interface FilterChipProps
  extends UnstyledButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof UnstyledButtonProps> {
  label: string
  /** What it filters by; undefined while it lets everything through. */
  text: string | undefined
  /** Given when the filter differs from its default. */
  onClear: (() => void) | undefined
}

export function FilterChip({ label, text, onClear, ...button }: FilterChipProps) {
  return (
    <span
      className={classes.chip}
      data-set={text !== undefined || undefined}
      data-changed={onClear ? true : undefined}
    >
      <UnstyledButton {...button} className={classes.chipButton}>
        {text === undefined ? (
          <>
            <IconPlus size={13} aria-hidden />
            {label}
          </>
        ) : (
          <span className={classes.chipText}>
            {label}: <b className={classes.chipValue}>{text}</b>
          </span>
        )}
        {text !== undefined && !onClear && <IconChevronDown size={13} aria-hidden />}
      </UnstyledButton>
      {onClear && (
        <UnstyledButton
          className={classes.chipClear}
          aria-label={`Clear filter ${label}`}
          onClick={onClear}
        >
          <IconX size={13} aria-hidden />
        </UnstyledButton>
      )}
    </span>
  )
}
