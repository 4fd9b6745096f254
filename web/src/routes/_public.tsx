// Pages for signed-out users.
import { createFileRoute } from '@tanstack/react-router'

import { PublicShell } from '@/app/shell/PublicShell'

export const Route = createFileRoute('/_public')({ component: PublicShell })
