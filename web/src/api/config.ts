// The pair of servers this deployment has (from /config.json) and which of the two is chosen.
// The configuration is loaded once, before the first route; nothing may call the API earlier.
import { readStorage, useStored } from '@/lib/storage'

import { ApiError, fromReply, noResponse } from './errors'

export interface Server {
  /** 'production', 'test', 'beta' or 'development'. */
  name: string
  /** Put before every path: '' or '/test'. */
  base: string
  world: 'live' | 'test'
}

/** /config.json stands outside the API and its OpenAPI document; crates/waybill writes it. */
export interface Config {
  version: string
  production: boolean
  servers: { primary: Server; alternate: Server }
  embedding_origins: readonly string[]
  /** Address of the API documentation. */
  api_docs: string
  sentry: { dsn: string; environment: string } | null
}

const TIME_OUT_MS = 20_000

let loaded: Config | null = null
let loading: Promise<Config> | null = null

async function fetchConfig(): Promise<Config> {
  let response: Response
  try {
    response = await fetch('/config.json', { signal: AbortSignal.timeout(TIME_OUT_MS) })
  } catch (error) {
    throw noResponse(error)
  }
  if (!response.ok) throw fromReply(response, null)
  try {
    // Written by the same binary that serves this script.
    const config: Config = await response.json()
    return config
  } catch (error) {
    throw new ApiError({ status: response.status, cause: error })
  }
}

/** Asks once; a failed attempt may be repeated. */
export async function loadConfig(): Promise<Config> {
  if (loaded) return loaded
  loading ??= fetchConfig()
  try {
    loaded = await loading
    return loaded
  } finally {
    loading = null
  }
}

/** The configuration, which the root route has loaded before anything else runs. */
export function getConfig(): Config {
  if (!loaded) throw new Error('The configuration is used before the root route loaded it')
  return loaded
}

/** For tests, which bring their own. */
export function setConfig(config: Config | null): void {
  loaded = config
}

function chosen(name: string | null): Server {
  const { primary, alternate } = getConfig().servers
  return name === alternate.name ? alternate : primary
}

/** The server that requests go to now. */
export function currentServer(): Server {
  return chosen(readStorage().server)
}

/** An address that the chosen server gave (with or without its base), for a link or a stream. */
export function serverUrl(url: string): string {
  const { base } = currentServer()
  const home = new URL(base, window.location.origin)
  const known = home.pathname === '/' || url.startsWith(`${home.pathname}/`)
  const path = url.startsWith('/') && !known ? `${home.pathname}${url}` : url
  return new URL(path, home.origin).href
}

/** The other one of the pair. */
export function otherServer(): Server {
  const { primary, alternate } = getConfig().servers
  return currentServer() === primary ? alternate : primary
}

/** The chosen server; the component follows a switch, also one made in another tab. */
export function useServer(): Server {
  return chosen(useStored('server'))
}
