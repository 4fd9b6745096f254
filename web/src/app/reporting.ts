// Error reporting from the browser, only when the deployment has a key for it. The reporter is a
// chunk of its own, so that nobody else downloads it.
import type { Config } from '@/api/config'

let started = false

export async function startReporting({ sentry, version }: Config): Promise<void> {
  if (!sentry || started) return
  started = true
  const { browserTracingIntegration, init } = await import('@sentry/browser')
  init({
    dsn: sentry.dsn,
    environment: sentry.environment,
    release: version,
    integrations: [browserTracingIntegration()],
    tracesSampleRate: 1.0,
    // Addresses may carry sign-in tokens.
    beforeSend: (event) => {
      if (event.request?.url) event.request.url = withoutSecrets(event.request.url)
      return event
    },
  })
}

/** The address without query and fragment. */
export function withoutSecrets(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? ''
}
