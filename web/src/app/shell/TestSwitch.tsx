// The test-data switch of the sidebar.
import { Switch } from '@mantine/core'

import { switchServers } from '@/features/auth/serverSwitch'

import { useTestMode } from './TestBar'

export function TestSwitch() {
  const testMode = useTestMode()
  return (
    <Switch
      size="sm"
      label="Test data"
      labelPosition="left"
      checked={testMode}
      // The switch moves when the change-over has succeeded, not before.
      onChange={() => void switchServers()}
      styles={{ body: { justifyContent: 'space-between' }, labelWrapper: { flex: 1 } }}
    />
  )
}
