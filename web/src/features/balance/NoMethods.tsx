// Nothing can be charged yet, and where to change that.
import { AnchorLink } from '@/components/ui/links'
import { Notice } from '@/components/ui/Notice'

// Widened: the route is typed by its own file.
const PAYMENT_METHODS: string = '/payment-methods'

export function NoMethods() {
  return (
    <Notice tone="info">
      You have no payment method yet.{' '}
      <AnchorLink to={PAYMENT_METHODS} inherit underline="always">
        Add a payment method
      </AnchorLink>
    </Notice>
  )
}
