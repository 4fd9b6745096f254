// Who may change how the account pays. The server decides; screens that others may read hide or lock
// what it would refuse.
import { useUser } from '@/api/user'
import { mayOpen } from '@/lib/access'

/** The owner, or a sub-user with billing_settings: whoever may see the payment methods. */
export function useMayChangeBilling(): boolean {
  return mayOpen(useUser(), '/payment-methods')
}
