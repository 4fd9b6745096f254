// Tells that an action on labels failed: what the server said, and below it what it listed. A
// failure is any Error; one that carries `errors`, as every failed reply does, is taken apart.
import { isCancelled } from '@/components/ui/modals/busy'
import { showFailure } from '@/components/ui/modals/dialogs'

function listed(error: unknown): string[] {
  if (!(error instanceof Error) || !('errors' in error)) return []
  const { errors } = error
  if (typeof errors !== 'object' || errors === null) return []
  return Object.values(errors)
    .flat()
    .filter((message: unknown) => typeof message === 'string')
}

/** What the user cancelled is not told. */
export function tellFailure(error: unknown): void {
  if (isCancelled(error)) return
  const message = (error instanceof Error && error.message) || 'Something went wrong'
  void showFailure(
    message,
    listed(error).filter((detail) => detail !== message),
  )
}
