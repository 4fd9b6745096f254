// What went wrong with a request, and the one place that turns it into words: the error catalogue
// of the specification, letter for letter. Screens pick a text from here and invent none. Field
// errors travel in `errors`; components/form/serverErrors.ts brings them to their fields.
// An aborted request is no error of the catalogue: it passes through as it is and is not shown.

const NO_RESPONSE = 'Failed to make a request'
const EMPTY_RESPONSE = 'Empty response from the server'
const LIST_FAILED = 'Something went wrong'
const OPERATION_FAILED = 'Operation failed!'

/** Field path ('to_address.zip', or 'base' for the whole form) -> messages, as the server sends them. */
export type ServerErrors = Readonly<Record<string, readonly string[]>>

interface ApiErrorParts {
  /** Null when no response arrived. */
  status: number | null
  /** What the server said; null when it said nothing readable. */
  serverMessage?: string | null
  /** Stands in when the server said nothing: the status text, or our own words. */
  statusText?: string
  errors?: ServerErrors
  code?: string | null
  requestId?: string | null
  cause?: unknown
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number | null
  readonly serverMessage: string | null
  readonly statusText: string
  readonly errors: ServerErrors
  /** Stable, for decisions; see docs/api.md. */
  readonly code: string | null
  readonly requestId: string | null

  constructor(parts: ApiErrorParts) {
    const serverMessage = parts.serverMessage || null
    // `message` is what a list shows: what the server said, or the catalogue's general words.
    super(serverMessage ?? LIST_FAILED, { cause: parts.cause })
    this.status = parts.status
    this.statusText = parts.statusText || NO_RESPONSE
    this.serverMessage = serverMessage
    this.errors = parts.errors ?? {}
    this.code = parts.code ?? null
    this.requestId = parts.requestId ?? null
  }
}

const TOO_MANY_REQUESTS = 429

/** The server has answered, and will say the same again. */
export function isRefusal(error: unknown): boolean {
  const status = error instanceof ApiError ? (error.status ?? 0) : 0
  return status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS
}

export function noResponse(cause: unknown): ApiError {
  return new ApiError({ status: null, cause })
}

export function emptyResponse(status: number): ApiError {
  return new ApiError({ status, statusText: EMPTY_RESPONSE })
}

/** A failed reply, whatever its body turned out to be. */
export function fromReply(response: Response, body: unknown): ApiError {
  const found = isRecord(body) ? body : {}
  return new ApiError({
    status: response.status,
    statusText: response.statusText,
    serverMessage: text(found['message']),
    errors: serverErrors(found['errors']),
    code: text(found['code']),
    requestId: text(found['request_id']) ?? response.headers.get('X-Request-Id'),
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function serverErrors(value: unknown): ServerErrors {
  // Bulk actions answer with a plain list: it belongs to no field.
  if (Array.isArray(value)) return serverErrors({ base: value })
  if (!isRecord(value)) return {}
  const found: Record<string, readonly string[]> = {}
  for (const [path, messages] of Object.entries(value)) {
    const list = (Array.isArray(messages) ? messages : [messages]).filter(
      (message): message is string => typeof message === 'string',
    )
    if (list.length > 0) found[path] = list
  }
  return found
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** For any failed request. */
export function requestErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return `Request error: ${NO_RESPONSE}`
  return `Request error: ${error.serverMessage ?? error.statusText}`
}

/** What the server said, or the given words. */
export function serverMessageOr(error: unknown, words: string): string {
  return error instanceof ApiError && error.serverMessage ? error.serverMessage : words
}

/** For a list that could not be loaded. */
export function listErrorText(error: unknown): string {
  return serverMessageOr(error, LIST_FAILED)
}

/** For the modal titled 'Failure'. */
export function failureText(error: unknown): string {
  return serverMessageOr(error, OPERATION_FAILED)
}

/**
 * The server names a field below the object it was sent in ('person.email'); forms call it
 * 'email'. For the `rename` of a form.
 */
export function fieldsBelow(wrapper: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`${wrapper}.${name}`, name]))
}
