// Dialogs that any code may open without a hook: confirmations, success and failure messages, and
// free content. ModalHost draws them. Their promises always settle: closing a dialog by Escape or
// by its button answers 'no'.
import type { ReactNode } from 'react'

import { createStore } from '@/lib/store'

interface Base {
  id: number
  /** False while the closing transition runs. */
  opened: boolean
}

export interface ConfirmDialog extends Base {
  kind: 'confirm'
  title: string
  message: ReactNode
  confirmLabel: string
  cancelLabel: string
  danger: boolean
  settle: (answer: boolean) => void
}

export interface MessageDialog extends Base {
  kind: 'success' | 'failure'
  message: ReactNode
  details: readonly string[]
  settle: () => void
}

interface ContentDialog extends Base {
  kind: 'content'
  title: ReactNode
  size: string | undefined
  render: (close: () => void) => ReactNode
  settle: () => void
}

export type Dialog = ConfirmDialog | MessageDialog | ContentDialog
type NewDialog = Dialog extends infer D ? (D extends Dialog ? Omit<D, keyof Base> : never) : never

export const dialogs = createStore<readonly Dialog[]>([])
let lastId = 0

function open(dialog: NewDialog): number {
  lastId += 1
  const id = lastId
  dialogs.update((all) => [...all, { ...dialog, id, opened: true }])
  return id
}

/** Starts the closing transition; ModalHost calls removeDialog when it has ended. */
function close(id: number): void {
  dialogs.update((all) => all.map((one) => (one.id === id ? { ...one, opened: false } : one)))
}

export function removeDialog(id: number): void {
  dialogs.update((all) => all.filter((one) => one.id !== id || one.opened))
}

export interface ConfirmOptions {
  title?: string
  message: ReactNode
  /** Says what will happen: 'Delete', 'Refund'. */
  confirmLabel?: string
  cancelLabel?: string
  /** Red button; the focus starts on Cancel, so that Enter does no harm. */
  danger?: boolean
}

/** Asks. True only when the confirm button was used. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const id = open({
      kind: 'confirm',
      title: options.title ?? 'Please confirm',
      message: options.message,
      confirmLabel: options.confirmLabel ?? 'OK',
      cancelLabel: options.cancelLabel ?? 'Cancel',
      danger: options.danger ?? false,
      settle: (answer) => {
        close(id)
        resolve(answer)
      },
    })
  })
}

function message(kind: MessageDialog['kind'], text: ReactNode, details: readonly string[]) {
  return new Promise<void>((resolve) => {
    const id = open({
      kind,
      message: text,
      details,
      settle: () => {
        close(id)
        resolve()
      },
    })
  })
}

/** Titled 'Success'. Resolves when it is closed. */
export function showSuccess(text: ReactNode = 'Operation was successful!'): Promise<void> {
  return message('success', text, [])
}

/** Titled 'Failure'. `details` are listed below the message. Resolves when it is closed. */
export function showFailure(
  text: ReactNode = 'Operation failed!',
  details: readonly string[] = [],
): Promise<void> {
  return message('failure', text, details)
}

interface OpenModalOptions {
  title: ReactNode
  size?: string
  content: (close: () => void) => ReactNode
}

/**
 * Free content on the stack. Returns what closes it. The content is drawn outside the router:
 * content with links belongs into an AppModal of the page instead.
 */
export function openModal({ title, size, content }: OpenModalOptions): () => void {
  const settle = () => close(id)
  const id = open({ kind: 'content', title, size, render: content, settle })
  return settle
}

/** The host has gone: nothing can be drawn or answered any more. */
export function resetDialogs(): void {
  dialogs.set([])
}
