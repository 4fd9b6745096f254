// Registers the shell's commands and brings the palette and the shortcuts help. Also tells dialogs,
// which stand outside the router, how to go to a page.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'

import { useUser } from '@/api/user'
import { KeyboardTools } from '@/components/ui/commands/KeyboardTools'
import { type Command, useCommands } from '@/components/ui/commands/registry'
import { switchServers } from '@/features/auth/serverSwitch'
import { openDocument } from '@/features/terms/openDocument'
import { setGoTo } from '@/lib/goTo'
import { setDarkMode } from '@/lib/theme'

import { menuCommands } from './commands'
import { hiddenPagesFor, type MenuAction } from './menu'
import { useIsPage } from './paths'
import { useTestMode } from './TestBar'
import { useMenu } from './useMenu'

const FIXED: readonly Command[] = [
  { label: 'Light theme', group: 'Appearance', run: () => setDarkMode('light') },
  { label: 'Dark theme', group: 'Appearance', run: () => setDarkMode('dark') },
  { label: 'System theme', group: 'Appearance', run: () => setDarkMode('system') },
  { label: 'Terms & Conditions', group: 'Help', run: () => void openDocument('terms') },
  { label: 'Privacy Policy', group: 'Help', run: () => void openDocument('privacy') },
]

/** `onAction` keeps its identity. */
export function ShellCommands({ onAction }: { onAction: (action: MenuAction) => void }) {
  const navigate = useNavigate()
  const isPage = useIsPage()
  const menu = useMenu()
  const user = useUser()
  const testMode = useTestMode()

  const ofMenu = useMemo(
    () =>
      menuCommands([...menu, hiddenPagesFor(user, { exists: isPage })], {
        goTo: (path) => {
          if (isPage(path)) void navigate({ to: path })
        },
        openExternal: (href) => void window.open(href, '_blank', 'noopener'),
        act: onAction,
      }),
    [menu, user, isPage, navigate, onAction],
  )
  const ofServer = useMemo<Command[]>(
    () => [
      {
        label: testMode ? 'Switch to live data' : 'Switch to test data',
        group: 'Account',
        keywords: ['server', 'test data'],
        run: () => void switchServers(),
      },
    ],
    [testMode],
  )
  useEffect(() => setGoTo((href) => void navigate({ href })), [navigate])
  useCommands(ofMenu)
  useCommands(ofServer)
  useCommands(FIXED)

  return <KeyboardTools />
}
