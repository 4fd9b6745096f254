// Terms & Conditions and the Privacy Policy, readable by everybody.
import { api, call } from './client'

export type DocumentName = 'terms' | 'privacy'

export function fetchDocument(name: DocumentName, signal: AbortSignal) {
  return call(
    name === 'terms'
      ? api().GET('/dashboard/terms.json', { signal })
      : api().GET('/dashboard/privacy.json', { signal }),
  )
}
