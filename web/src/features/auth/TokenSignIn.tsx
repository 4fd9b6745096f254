// Exchanges the ?token= of a link for a session, about 0.8 seconds after load, and goes on to the
// start page. What failed is told on the sign-in page.
import { Loader } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

import { ApiError, requestErrorText } from '@/api/errors'
import { exchangeToken } from '@/api/session'
import { PublicPage } from '@/components/layout/PublicPage'
import { toastError } from '@/components/ui/modals/toasts'

const WAIT_MS = 800

export function TokenSignIn({ token }: { token: string }) {
  const navigate = useNavigate()

  const exchange = useEffectEvent(async () => {
    try {
      await exchangeToken(token)
      await navigate({ to: '/', replace: true })
    } catch (error) {
      const answered = error instanceof ApiError && error.status !== null && error.status < 500
      if (!answered) toastError(requestErrorText(error))
      const expired = error instanceof ApiError && error.code === 'expired'
      await navigate({
        to: '/',
        search: { link: expired ? 'expired' : 'failed' },
        replace: true,
      })
    }
  })

  useEffect(() => {
    const timer = setTimeout(() => void exchange(), WAIT_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <PublicPage title="Signing in...">
      <Loader size="sm" />
    </PublicPage>
  )
}
