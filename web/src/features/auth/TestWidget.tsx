// Outside production the sign-in page lets one choose the server before signing in.
import { SegmentedControl, Text } from '@mantine/core'
import { useId } from 'react'

import { getConfig, useServer } from '@/api/config'

import classes from './auth.module.css'
import { switchServers } from './serverSwitch'

export function TestWidget() {
  const id = useId()
  const server = useServer()
  const { primary, alternate } = getConfig().servers
  return (
    <div className={classes.widget}>
      <Text size="sm" c="dimmed" id={id}>
        Sign in to
      </Text>
      <SegmentedControl
        size="xs"
        aria-labelledby={id}
        value={server.name}
        onChange={() => void switchServers()}
        data={[primary, alternate].map(({ name, world }) => ({
          value: name,
          label: world === 'test' ? 'Test data' : 'Live data',
        }))}
      />
    </div>
  )
}
