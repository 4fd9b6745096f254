// Messages about rows, keyed 'Row#n', in the order of the file.

export interface RowError {
  row: number
  /** 'Row#3' */
  name: string
  messages: readonly string[]
}

export function rowErrors(messages: Readonly<Record<string, readonly string[]>>): RowError[] {
  return Object.entries(messages)
    .map(([name, list]) => ({ row: Number(/\d+/.exec(name)?.[0] ?? 0), name, messages: list }))
    .toSorted((a, b) => a.row - b.row)
}
