// Opens Terms & Conditions or the Privacy Policy as a titled text in a modal.
import { type DocumentName, fetchDocument } from '@/api/documents'
import { requestErrorText } from '@/api/errors'
import { HtmlBody } from '@/components/ui/HtmlBody'
import { isCancelled, withBusy } from '@/components/ui/modals/busy'
import { openModal } from '@/components/ui/modals/dialogs'
import { toastError } from '@/components/ui/modals/toasts'

export async function openDocument(name: DocumentName): Promise<void> {
  try {
    const document = await withBusy('Fetching data...', (signal) => fetchDocument(name, signal))
    openModal({
      title: document.title,
      size: 'lg',
      content: () => <HtmlBody html={document.body} />,
    })
  } catch (error) {
    if (!isCancelled(error)) toastError(requestErrorText(error))
  }
}
