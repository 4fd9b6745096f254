// Draws what the module-level functions opened: dialogs in their order, then the busy modal.
// Mounted once, inside the providers.
import { Button, Group, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect } from 'react'

import { useStore } from '@/lib/store'

import { AppModal } from './AppModal'
import { BusyModal } from './BusyModal'
import {
  type ConfirmDialog,
  type Dialog,
  dialogs,
  type MessageDialog,
  removeDialog,
  resetDialogs,
} from './dialogs'
import { ignoreHeldEnter } from './heldEnter'

export function ModalHost() {
  useEffect(() => resetDialogs, [])
  return (
    <>
      {useStore(dialogs).map((dialog) => (
        <DialogModal key={dialog.id} dialog={dialog} />
      ))}
      <BusyModal />
    </>
  )
}

function DialogModal({ dialog }: { dialog: Dialog }) {
  return (
    <AppModal
      opened={dialog.opened}
      onClose={() => dialog.settle(false)}
      onExitTransitionEnd={() => removeDialog(dialog.id)}
      closeOnClickOutside={dialog.kind !== 'confirm' && dialog.kind !== 'content'}
      title={<DialogTitle dialog={dialog} />}
      size={dialog.kind === 'content' ? (dialog.size ?? 'md') : 'md'}
    >
      {dialog.kind === 'content' && dialog.render(() => dialog.settle())}
      {dialog.kind === 'confirm' && <ConfirmBody dialog={dialog} />}
      {(dialog.kind === 'success' || dialog.kind === 'failure') && <MessageBody dialog={dialog} />}
    </AppModal>
  )
}

function DialogTitle({ dialog }: { dialog: Dialog }) {
  if (dialog.kind === 'confirm' || dialog.kind === 'content') return dialog.title
  const success = dialog.kind === 'success'
  const Icon = success ? IconCircleCheck : IconAlertTriangle
  return (
    <Group gap="xs" component="span">
      <Icon size={20} aria-hidden color={`var(--waybill-status-${success ? 'green' : 'red'})`} />
      {success ? 'Success' : 'Failure'}
    </Group>
  )
}

function ConfirmBody({ dialog }: { dialog: ConfirmDialog }) {
  return (
    <Stack gap="lg" {...ignoreHeldEnter}>
      <Text component="div">{dialog.message}</Text>
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          onClick={() => dialog.settle(false)}
          data-autofocus={dialog.danger || undefined}
        >
          {dialog.cancelLabel}
        </Button>
        <Button
          {...(dialog.danger ? { color: 'red' } : {})}
          onClick={() => dialog.settle(true)}
          data-autofocus={!dialog.danger || undefined}
        >
          {dialog.confirmLabel}
        </Button>
      </Group>
    </Stack>
  )
}

function MessageBody({ dialog }: { dialog: MessageDialog }) {
  return (
    <Stack gap="lg" {...ignoreHeldEnter}>
      <Text component="div">{dialog.message}</Text>
      {dialog.details.length > 0 && (
        <List size="sm" spacing={4}>
          {[...new Set(dialog.details)].map((detail) => (
            <List.Item key={detail}>{detail}</List.Item>
          ))}
        </List>
      )}
      <Group justify="flex-end">
        <Button onClick={dialog.settle} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  )
}
