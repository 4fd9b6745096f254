// A greeting; the start page of sub-users who may not see shipments.
import { createFileRoute } from '@tanstack/react-router'

import { WelcomePage } from '@/features/welcome/WelcomePage'

export const Route = createFileRoute('/_app/welcome')({
  staticData: { title: 'Welcome' },
  component: WelcomePage,
})
