// The provider tree that the app and the tests share: query cache outside, then theme, toasts and
// dialogs.
import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { styleNonce } from '@/lib/nonce'
import { colorSchemeManager } from '@/lib/theme'

import { LazyModalHost } from './LazyModalHost'
import { LazyToastHost } from './LazyToastHost'
import { cssVariablesResolver, theme } from './theme'

const schemeManager = colorSchemeManager()

interface AppProvidersProps {
  queryClient: QueryClient
  /** 'test' switches transitions and portals' delays off. */
  env?: 'default' | 'test'
  children: ReactNode
}

export function AppProviders({ queryClient, env = 'default', children }: AppProvidersProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={schemeManager}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
        env={env}
      >
        <LazyToastHost />
        {children}
        <LazyModalHost />
      </MantineProvider>
    </QueryClientProvider>
  )
}
