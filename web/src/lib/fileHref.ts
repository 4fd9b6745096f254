// Addresses of files that the server signed (receipts, invoices, reports): links open them without
// the session key. Anything but an address of ours or of the web is no link.
export function fileHref(url: string | null | undefined): string | null {
  if (!url) return null
  return /^(?:https?:\/\/|\/(?!\/))/i.test(url) ? url : null
}
