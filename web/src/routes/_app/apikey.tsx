// Keys for programs (owner, or sub-users with api_keys).
import { createFileRoute } from '@tanstack/react-router'

import { ApiKeysPage } from '@/features/api-keys/ApiKeysPage'

export const Route = createFileRoute('/_app/apikey')({
  staticData: { title: 'API Key', page: '/apikey' },
  component: ApiKeysPage,
})
