// Puts text on the clipboard. Pages on plain http (a LAN address) have no clipboard API; the old
// command still works there.
import { toastCopied, toastError } from './modals/toasts'

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  Object.assign(area.style, { position: 'fixed', top: '0', opacity: '0' })
  // Inside the open dialog, if there is one, so that the focus does not leave it.
  const parent = focused?.closest('[role="dialog"]') ?? document.body
  parent.append(area)
  area.focus({ preventScroll: true })
  area.select()
  let copied = false
  try {
    copied = document.execCommand('copy')
  } catch {
    // The browser refuses; the caller says so.
  }
  area.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return copied
}

/** Copies and says so for 750 ms: 'Api Key copied into your clipboard!'. */
export async function copyWithToast(text: string, message: string): Promise<boolean> {
  const copied = await copyText(text)
  if (copied) toastCopied(message)
  else toastError('The browser did not allow copying. Select the text and copy it by hand.')
  return copied
}
