// Greets the user by name and offers the next steps this user may take.
import { Text, Title } from '@mantine/core'
import { IconCode, IconKey, IconLock, IconUsers, type TablerIcon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

import { getConfig } from '@/api/config'
import { useUser } from '@/api/user'
import { PageHeader } from '@/components/layout/PageHeader'
import { mayOpen } from '@/lib/access'

import classes from './welcome.module.css'

export function WelcomePage() {
  const user = useUser()
  const mayUseKeys = mayOpen(user, '/apikey')
  return (
    <>
      <PageHeader
        title={`Welcome, ${user.person?.name ?? user.name}`}
        description={user.person ? `You are working in the account ${user.name}.` : undefined}
      />
      <ul className={classes.steps}>
        {mayOpen(user, '/permissions') && (
          <li>
            <Link to="/permissions" className={classes.step}>
              <Step Icon={IconUsers} title="Add users">
                Give colleagues their own sign-in and choose what each may see.
              </Step>
            </Link>
          </li>
        )}
        {mayUseKeys && (
          <li>
            <Link to="/apikey" className={classes.step}>
              <Step Icon={IconKey} title="Create an API key">
                Connect your own programs to this account.
              </Step>
            </Link>
          </li>
        )}
        {mayUseKeys && (
          <li>
            <a href={getConfig().api_docs} target="_blank" rel="noopener" className={classes.step}>
              <Step Icon={IconCode} title="Read the API documentation">
                Every call with its fields, and a way to try it. Opens in a new tab.
              </Step>
            </a>
          </li>
        )}
        <li>
          <Link to="/sessions" className={classes.step}>
            <Step Icon={IconLock} title="Review signed-in devices">
              See where you are signed in and end what you do not know.
            </Step>
          </Link>
        </li>
      </ul>
    </>
  )
}

interface StepProps {
  Icon: TablerIcon
  title: string
  children: string
}

function Step({ Icon, title, children }: StepProps) {
  return (
    <>
      <Icon size={20} stroke={1.6} aria-hidden className={classes.icon} />
      <div>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {children}
        </Text>
      </div>
    </>
  )
}
