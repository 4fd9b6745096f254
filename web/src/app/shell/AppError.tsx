// What stands in place of the shell: terms to accept, or a failure to load the user.
import type { ErrorComponentProps } from '@tanstack/react-router'

import { TermsPending } from '@/app/guards'
import { TermsGate } from '@/features/terms/TermsGate'

import { RouteError } from './pages'

export function AppError(props: ErrorComponentProps) {
  return props.error instanceof TermsPending ? <TermsGate /> : <RouteError {...props} />
}
