// Short messages in the corner, callable anywhere. For what the user must read and answer, use the
// dialogs instead. The same error shown again while still visible stays one toast.
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'

const SUCCESS_MS = 4_000
const ERROR_MS = 8_000
/** Set by the specification. */
const COPIED_MS = 750

export function toastSuccess(message: string): void {
  notifications.show({
    message,
    role: 'status',
    withBorder: true,
    icon: <IconCheck size={16} aria-hidden />,
    color: 'green.9',
    autoClose: SUCCESS_MS,
  })
}

export function toastError(message: string): void {
  notifications.show({
    id: `error: ${message}`,
    message,
    role: 'alert',
    withBorder: true,
    icon: <IconAlertTriangle size={16} aria-hidden />,
    color: 'red.7',
    autoClose: ERROR_MS,
  })
}

/** 'Api Key copied into your clipboard!' and the like: gone after 750 ms. */
export function toastCopied(message: string): void {
  notifications.show({
    message,
    role: 'status',
    withBorder: true,
    icon: <IconCopy size={16} aria-hidden />,
    color: 'brand.7',
    autoClose: COPIED_MS,
    withCloseButton: false,
  })
}
