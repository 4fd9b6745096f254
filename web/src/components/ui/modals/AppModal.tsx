// The modal every screen uses: Mantine's, joined to the stack, so that nested modals lie on each
// other in the order they were opened and Escape closes the top one only.
// Never use Mantine's Modal directly: it would answer Escape from below.
import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useId } from 'react'

import { useStore } from '@/lib/store'

import { modalStack, pushModal } from './stack'

const BASE_Z_INDEX = 200

export interface AppModalProps extends Pick<
  ModalProps,
  | 'size'
  | 'classNames'
  | 'onExitTransitionEnd'
  | 'transitionProps'
  | 'padding'
  | 'centered'
  | 'yOffset'
> {
  opened: boolean
  onClose: () => void
  /** Without a title the modal has no header and needs a `label`. */
  title?: ReactNode
  label?: string
  /** False: no close button, and neither Escape nor a click outside closes it. */
  closable?: boolean
  /** False where a stray click would lose typed text. Escape still asks to close. */
  closeOnClickOutside?: boolean
  children: ReactNode
}

export function AppModal({
  opened,
  onClose,
  closable = true,
  closeOnClickOutside = true,
  title,
  label,
  ...rest
}: AppModalProps) {
  const id = useId()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!opened) return undefined
    return pushModal(id, closable ? () => close() : null)
  }, [opened, closable, id])

  const position = useStore(modalStack).findIndex((entry) => entry.id === id)
  return (
    <Modal
      {...rest}
      id={id}
      opened={opened}
      onClose={onClose}
      title={title}
      attributes={{
        // Mantine's <header> would count as a banner of the page, once per open modal.
        header: { role: 'none' },
        content: label ? { 'aria-label': label } : {},
      }}
      withCloseButton={closable && title !== undefined}
      closeOnClickOutside={closable && closeOnClickOutside}
      closeOnEscape={false}
      returnFocus={false}
      // Each further modal dims what lies below a little more, not altogether.
      overlayProps={{ backgroundOpacity: position > 0 ? 0.25 : 0.5 }}
      zIndex={BASE_Z_INDEX + Math.max(position, 0)}
    />
  )
}
