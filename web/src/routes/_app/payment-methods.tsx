// Cards and bank accounts (owner, or sub-users with billing_settings).
import { createFileRoute } from '@tanstack/react-router'

import { PaymentMethodsPage } from '@/features/payment-methods/PaymentMethodsPage'

export const Route = createFileRoute('/_app/payment-methods')({
  staticData: { title: 'Payment Methods', page: '/payment-methods' },
  component: PaymentMethodsPage,
})
