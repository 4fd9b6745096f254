// Keys for programs (owner, or sub-users with api_keys).
import { createFileRoute } from '@tanstack/react-router'

import { ApiKeysPage } from '@/features/api-keys/ApiKeysPage'
import { requirePage } from '@/lib/access'

export const Route = createFileRoute('/_app/apikey')({
  staticData: { title: 'API Key' },
  beforeLoad: ({ context }) => requirePage(context.user, '/apikey'),
  component: ApiKeysPage,
})
