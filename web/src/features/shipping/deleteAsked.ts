// Deletes one thing of a list: asks first, shows that it is busy, says how it went, and lets the
// list look again in any case.
import { requestErrorText } from '@/api/errors'
import { withBusy } from '@/components/ui/modals/busy'
import { confirm } from '@/components/ui/modals/dialogs'
import { toastError, toastSuccess } from '@/components/ui/modals/toasts'

interface Deletion {
  title: string
  message: string
  /** What is deleted, for the message afterwards. */
  name: string
  confirmLabel?: string
  cancelLabel?: string
  work: () => Promise<void>
  refresh: () => Promise<void>
}

export async function deleteAsked(deletion: Deletion): Promise<void> {
  const { name, work, refresh, confirmLabel = 'Delete', ...question } = deletion
  if (!(await confirm({ ...question, confirmLabel, danger: true }))) return
  try {
    await withBusy('Deleting...', work, { cancellable: false })
    toastSuccess(`${name} was deleted`)
  } catch (error) {
    toastError(requestErrorText(error))
  } finally {
    await refresh()
  }
}
