// Copies a full key while it is known; otherwise it says why it cannot.
import { Button, Tooltip } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'

import { copyWithToast } from '@/components/ui/clipboard'

const UNKNOWN = 'The full key was shown only once, when it was created'

interface CopyKeyProps {
  description: string
  fullKey: string | undefined
  prominent?: boolean
}

export function CopyKey({ description, fullKey, prominent = false }: CopyKeyProps) {
  return (
    <Tooltip label={UNKNOWN} disabled={fullKey !== undefined}>
      <Button
        variant={prominent ? 'filled' : 'default'}
        size={prominent ? 'sm' : 'compact-xs'}
        leftSection={<IconCopy size={14} aria-hidden />}
        aria-label={`Copy ${description}`}
        data-autofocus={prominent || undefined}
        aria-disabled={fullKey === undefined}
        data-disabled={fullKey === undefined || undefined}
        aria-description={fullKey === undefined ? UNKNOWN : undefined}
        onClick={() => {
          if (fullKey !== undefined)
            void copyWithToast(fullKey, 'Api Key copied into your clipboard!')
        }}
      >
        Copy
      </Button>
    </Tooltip>
  )
}
