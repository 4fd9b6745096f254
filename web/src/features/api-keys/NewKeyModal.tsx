// Shows a new key in full, once.
import { Button, Group, Stack } from '@mantine/core'

import type { ApiKey } from '@/api/apiKeys'
import { AppModal } from '@/components/ui/modals/AppModal'
import { Notice } from '@/components/ui/Notice'

import classes from './apiKeys.module.css'
import { CopyKey } from './CopyKey'

interface NewKeyModalProps {
  /** Null: closed. */
  apiKey: ApiKey | null
  onClose: () => void
}

export function NewKeyModal({ apiKey, onClose }: NewKeyModalProps) {
  return (
    <AppModal
      opened={apiKey !== null}
      onClose={onClose}
      closeOnClickOutside={false}
      title="Your new API key"
      size="lg"
    >
      <Stack>
        <Notice tone="warning">
          Copy the key now and keep it safe. It is shown only this once.
        </Notice>
        <div className={classes.newKey}>
          <code className={classes.fullKey}>{apiKey?.token}</code>
          <CopyKey description={apiKey?.description ?? ''} fullKey={apiKey?.token} prominent />
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </AppModal>
  )
}
