// Finishes a shop's authorisation: posts key and domain once, then goes to the shop connections.
import { Loader, Stack, Text } from '@mantine/core'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'

import { requestErrorText } from '@/api/errors'
import { finalizeAuthorisation } from '@/api/session'
import { PageHeader } from '@/components/layout/PageHeader'
import { ButtonLink } from '@/components/ui/links'
import { Notice } from '@/components/ui/Notice'

const route = getRouteApi('/_app/auth/finalize')
const DONE = '/shop-connections'

export function FinalizePage() {
  const { key, domain } = route.useSearch()
  const router = useRouter()
  const [failure, setFailure] = useState<string | null>(null)

  const finalize = useEffectEvent(async () => {
    if (!key || !domain) {
      setFailure('The address of this page is incomplete. Please connect the shop again.')
      return
    }
    try {
      await finalizeAuthorisation(key, domain)
      router.history.replace(DONE)
    } catch (error) {
      setFailure(requestErrorText(error))
    }
  })

  useEffect(() => {
    // Not in the same tick: a development build runs effects twice, and the key works once.
    const timer = setTimeout(() => void finalize())
    return () => clearTimeout(timer)
  }, [])

  return (
    <>
      <PageHeader title="Connecting your shop" />
      {failure ? (
        <Stack maw={480} align="flex-start">
          <Notice tone="error">{failure}</Notice>
          <ButtonLink to="/" variant="default">
            Go to the start page
          </ButtonLink>
        </Stack>
      ) : (
        <Stack gap="xs" align="flex-start" role="status">
          <Loader size="sm" />
          <Text c="dimmed">Finishing the connection{domain ? ` with ${domain}` : ''}...</Text>
        </Stack>
      )}
    </>
  )
}
