// The server writes a fresh nonce into the page; style elements made at run time must carry it.
import { setNonce } from 'get-nonce'

export function styleNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')
  return meta?.content ?? ''
}

/** For react-remove-scroll, which has no other way to be told. */
export function shareNonce(): void {
  setNonce(styleNonce())
}
