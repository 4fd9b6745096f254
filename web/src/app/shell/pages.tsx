// What stands in place of a page: access denied, not found, load failure, loading. Inside the shell
// they fill its page; elsewhere they are the page, with a landmark and the brand.
import { Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconError404, IconLock, type TablerIcon } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { createContext, type ReactNode, use } from 'react'

import { ApiError } from '@/api/errors'
import { Brand } from '@/components/layout/Brand'
import { ButtonLink } from '@/components/ui/links'
import { LoadErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'

import classes from './pages.module.css'

/** True below the shell, which has a main landmark already. */
export const InsideShell = createContext(false)

function Place({ children }: { children: ReactNode }) {
  if (use(InsideShell)) return <div className={classes.place}>{children}</div>
  return (
    <main className={classes.alone}>
      <Brand size={30} />
      {children}
    </main>
  )
}

interface MessageProps {
  Icon: TablerIcon
  title: string
  children: ReactNode
}

function Message({ Icon, title, children }: MessageProps) {
  return (
    <Place>
      <Stack className={classes.message} gap="xs">
        <Icon size={36} stroke={1.25} aria-hidden className={classes.icon} />
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{children}</Text>
        <ButtonLink to="/" variant="default" mt="xs">
          Go to the start page
        </ButtonLink>
      </Stack>
    </Place>
  )
}

export function AccessDeniedPage() {
  return (
    <Message Icon={IconLock} title="Access denied">
      You have no access to this page. The account owner can give it to you under Settings,
      Permissions.
    </Message>
  )
}

export function NotFoundPage() {
  return (
    <Message Icon={IconError404} title="Page not found">
      There is no page at this address. It may have been moved or removed.
    </Message>
  )
}

export function PendingPage() {
  return (
    <div className={classes.place}>
      <LoadingBlock />
    </div>
  )
}

function LoadFailurePage({ error }: { error: unknown }) {
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <Place>
      <VisuallyHidden component="h1">Loading failed</VisuallyHidden>
      <LoadErrorBlock>{requestId && `Request ${requestId}`}</LoadErrorBlock>
    </Place>
  )
}

/** The error boundary of every route. */
export function RouteError({ error }: ErrorComponentProps) {
  const status = error instanceof ApiError ? error.status : null
  if (status === 403) return <AccessDeniedPage />
  if (status === 404) return <NotFoundPage />
  return <LoadFailurePage error={error} />
}
