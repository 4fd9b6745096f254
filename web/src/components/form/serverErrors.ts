// Brings what a failed save reported to the form: each message to the field of that name, the rest
// to the top. A failure is any Error; one that carries `errors` (field path -> messages, as every
// failed reply of the server does) is taken apart.

export interface PlacedErrors<N extends string> {
  /** One message per field. */
  fields: [name: N, message: string][]
  /** Everything that belongs to no field: 'base', unknown paths, or the failure's own message. */
  top: string[]
}

/** 'must be given' is the server's wording, "can't be blank" the form's. */
function worded(message: string): string {
  return message.replaceAll('must be given', "can't be blank")
}

/** 'to_address.zip' -> 'To address zip' */
function humanize(path: string): string {
  const words = path
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._]+/g, ' ')
    .toLowerCase()
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function camelCase(path: string): string {
  return path.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function pathsOf(error: unknown): [path: string, messages: string[]][] {
  if (!(error instanceof Error) || !('errors' in error)) return []
  const { errors } = error
  if (typeof errors !== 'object' || errors === null) return []
  return Object.entries(errors).flatMap(([path, messages]: [string, unknown]) => {
    const list = (Array.isArray(messages) ? messages : [messages]).filter(
      (message) => typeof message === 'string',
    )
    return list.length > 0 ? [[path, list.map(worded)]] : []
  })
}

/**
 * @param hasField tells whether the form shows a field of that name
 * @param rename server path -> field name, where they differ by more than snake_case
 */
export function placeErrors<N extends string>(
  error: unknown,
  hasField: (name: string) => name is N,
  rename: Readonly<Record<string, string>> = {},
): PlacedErrors<N> {
  const placed: PlacedErrors<N> = { fields: [], top: [] }
  const found = pathsOf(error)
  for (const [path, messages] of found) {
    const name = [rename[path] ?? path, path, camelCase(path)].find(hasField)
    if (name !== undefined) placed.fields.push([name, messages.join(', ')])
    else if (path === 'base') placed.top.push(...messages)
    else placed.top.push(`${humanize(path)}: ${messages.join(', ')}`)
  }
  if (found.length === 0) {
    placed.top.push((error instanceof Error && error.message) || 'Operation failed!')
  }
  return placed
}
