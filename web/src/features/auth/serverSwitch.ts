// The switch between live and test data, as the sidebar and the sign-in page offer it.
import { ApiError } from '@/api/errors'
import { switchServer } from '@/api/session'
import { isCancelled, withBusy } from '@/components/ui/modals/busy'
import { showFailure } from '@/components/ui/modals/dialogs'

export async function switchServers(): Promise<void> {
  try {
    await withBusy('Switching servers...', (signal) => switchServer(signal))
  } catch (error) {
    // Cancelled, or the session had ended and the app is on its way to '/'.
    if (isCancelled(error) || (error instanceof ApiError && error.status === 401)) return
    await showFailure('Failed to authenticate, account may not exist')
  }
}
