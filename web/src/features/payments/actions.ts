// What is done to a payment method: removing it, and making it the primary one. What the server
// objects to is told in the 'Failure' dialog.
import type { QueryClient } from '@tanstack/react-query'

import { makePrimary, methodsChanged, removeMethod } from '@/api/paymentMethods'
import { tellFailure } from '@/components/labels/failure'
import { withBusy } from '@/components/ui/modals/busy'
import { confirm } from '@/components/ui/modals/dialogs'
import { toastSuccess } from '@/components/ui/modals/toasts'

interface NamedMethod {
  id: string
  /** 'Visa 4242' */
  name: string
}

/** The server refuses while the method is in use, and says where. */
export async function removeWithQuestion(client: QueryClient, method: NamedMethod): Promise<void> {
  const agreed = await confirm({
    title: 'Delete payment method',
    message: `Are you sure you want to delete ${method.name}? This action cannot be undone.`,
    confirmLabel: 'Delete',
    danger: true,
  })
  if (!agreed) return
  try {
    const text = 'Removing payment method...'
    await withBusy(text, () => removeMethod(method.id), { cancellable: false })
    toastSuccess(`${method.name} was removed`)
  } catch (error) {
    tellFailure(error)
  } finally {
    await methodsChanged(client)
  }
}

export async function choosePrimary(client: QueryClient, method: NamedMethod): Promise<void> {
  try {
    await withBusy('Updating...', () => makePrimary(method.id), { cancellable: false })
    toastSuccess(`${method.name} is the primary payment method now`)
  } catch (error) {
    tellFailure(error)
  } finally {
    await methodsChanged(client)
  }
}
