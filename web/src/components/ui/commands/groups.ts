// Searching and grouping commands for the palette and the help.
import type { Command } from './registry'

export interface CommandGroup {
  name: string
  commands: readonly Command[]
}

/** In the order in which groups first appear. */
export function groupCommands(list: readonly Command[]): CommandGroup[] {
  const groups = new Map<string, Command[]>()
  for (const command of list) {
    const group = groups.get(command.group)
    if (group) group.push(command)
    else groups.set(command.group, [command])
  }
  return [...groups].map(([name, grouped]) => ({ name, commands: grouped }))
}

/** Commands that contain every typed word; those whose label starts with the text come first. */
export function findCommands(list: readonly Command[], query: string): Command[] {
  const text = query.trim().toLowerCase()
  const words = text.split(/\s+/)
  const starts = (command: Command) => command.label.toLowerCase().startsWith(text)
  const matching = list.filter((command) => {
    const haystack = [command.label, command.group, ...(command.keywords ?? [])]
      .join(' ')
      .toLowerCase()
    return words.every((word) => haystack.includes(word))
  })
  return text === ''
    ? matching
    : [...matching.filter(starts), ...matching.filter((one) => !starts(one))]
}
