// First run: the owner's account. Closed as soon as there is one.
import { createFileRoute, redirect } from '@tanstack/react-router'

import { setupQuery } from '@/api/session'
import { SetupPage } from '@/features/setup/SetupPage'

export const Route = createFileRoute('/_public/setup')({
  staticData: { title: 'Set up' },
  beforeLoad: async ({ context }) => {
    const { required } = await context.queryClient.ensureQueryData(setupQuery)
    if (!required) throw redirect({ to: '/', replace: true })
  },
  component: SetupPage,
})
