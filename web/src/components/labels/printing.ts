// Prints a file from the browser: a hidden frame shows it and opens the print dialog. Works for
// what browsers can draw, PDF and PNG; everything else is told in the specification's words.
// Also saves a file that was fetched with the session key.
import { showFailure } from '@/components/ui/modals/dialogs'

const PRINTABLE = new Set(['pdf', 'png'])
const FRAME_ID = 'print-frame'

const ZPL_IS_NOT_PRINTED =
  "We don't print ZPL files right now. If you want to compile and print labels as PDF, please go to Shipments Settings and uncheck 'Use ZPL format'."

/** True when the format can be printed; else says why not. */
export function mayPrint(format: string): boolean {
  if (format.toLowerCase() !== 'zpl') return true
  void showFailure(ZPL_IS_NOT_PRINTED)
  return false
}

function couldNotPrint(format: string): void {
  void showFailure(`Couldn't print ${format.toUpperCase()} file from a browser`)
}

/** Shows the browser's print dialog, or says that this file cannot be printed. */
export function printFile(file: Blob, format: string): void {
  if (!PRINTABLE.has(format.toLowerCase())) {
    couldNotPrint(format)
    return
  }
  // The frame of the last print stays until the next one: its dialog may still be open.
  document.getElementById(FRAME_ID)?.remove()
  const address = URL.createObjectURL(file)
  const frame = document.createElement('iframe')
  frame.id = FRAME_ID
  frame.title = 'Print preview'
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  // Not display: none, which some browsers print as an empty page.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' })
  frame.addEventListener('load', () => {
    try {
      frame.contentWindow?.focus()
      frame.contentWindow?.print()
    } catch {
      couldNotPrint(format)
    }
  })
  frame.src = address
  document.body.append(frame)
}

/** Has the browser download what is at a signed address, however large it is. */
export function followDownload(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The download has its own hold on the data by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
