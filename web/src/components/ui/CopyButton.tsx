// Copies a value and confirms with the 750 ms toast.
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'

import { copyWithToast } from './clipboard'

interface CopyButtonProps {
  value: string
  /** The toast: 'Api Key copied into your clipboard!' */
  message: string
  /** What the button is called. With `iconOnly`, say what is copied: 'Copy API key'. */
  label?: string
  iconOnly?: boolean
}

export function CopyButton({ value, message, label = 'Copy', iconOnly = false }: CopyButtonProps) {
  const copy = () => void copyWithToast(value, message)
  if (iconOnly) {
    return (
      <Tooltip label={label}>
        <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={copy}>
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    )
  }
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconCopy size={14} aria-hidden />}
      onClick={copy}
    >
      {label}
    </Button>
  )
}
