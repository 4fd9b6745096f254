// Error reporting from the browser, only when the deployment has a key for it. The reporter is a
// chunk of its own, so that nobody else downloads it. Addresses lose what may be secret before
// anything leaves: sign-in tokens travel in them.
import type { Config } from '@/api/config'

const ADDRESS = /^(https?:\/\/|\/)/
const SECRET_PARTS = /\/(api_keys|finalize)\/(?!token$)[^/]+/

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
    // Whole transactions, so that they can be cleaned before they leave.
    traceLifecycle: 'static',
    beforeSend: withoutSecrets,
    beforeSendTransaction: withoutSecrets,
    beforeBreadcrumb: withoutSecrets,
  })
}

/** Takes query, fragment and tokens out of every address in the object; changes it in place. */
export function withoutSecrets<T extends object>(report: T): T {
  for (const [key, value] of Object.entries(report)) {
    if (typeof value === 'string') Reflect.set(report, key, cleaned(value))
    else if (typeof value === 'object' && value !== null) withoutSecrets(value)
  }
  return report
}

function cleaned(text: string): string {
  if (!ADDRESS.test(text)) return text
  return (text.split(/[?#]/, 1)[0] ?? '').replace(SECRET_PARTS, '/$1/[removed]')
}
