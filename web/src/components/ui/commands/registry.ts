// Everything that can be done by name (command palette) or by key (shortcuts), registered by the
// parts that can do it and gone when they go. One listener on the window serves all keys.
// Plain keys (not Ctrl or Cmd) do nothing while someone types or a modal is open, and can be
// switched off altogether, as WCAG 2.1.4 asks.
import type { TablerIcon } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'

import { isModalOpen } from '@/components/ui/modals/stack'
import { readStorage } from '@/lib/storage'
import { createStore } from '@/lib/store'

import { chordOf, isPlain, isTyping } from './keys'

/** The second key of a sequence must follow within this time. */
export const SEQUENCE_MS = 1_000

export interface Command {
  /** Says what happens: 'Go to Shipments'. */
  label: string
  /** Heads its part of the palette and of the help: 'Navigation'. */
  group: string
  run: () => void
  /** 'g s', '?', 'mod+k'. */
  keys?: string
  /** Further words by which the palette finds it. */
  keywords?: readonly string[]
  Icon?: TablerIcon
  /** False: by key only, not in the palette. */
  inPalette?: boolean
}

export const commands = createStore<readonly Command[]>([])

/** Adds commands; the returned function takes them away again. */
function registerCommands(added: readonly Command[]): () => void {
  if (commands.get().length === 0) window.addEventListener('keydown', onKeyDown)
  commands.update((all) => [...all, ...added])
  return () => {
    commands.update((all) => all.filter((command) => !added.includes(command)))
    if (commands.get().length === 0) {
      window.removeEventListener('keydown', onKeyDown)
      forget()
    }
  }
}

let pressed: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function forget(): void {
  pressed = null
  clearTimeout(timer)
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.repeat || isModalOpen()) return
  const chord = chordOf(event)
  if (chord === null) return
  if (isPlain(chord) && (isTyping(event.target) || !readStorage().singleKeys)) {
    forget()
    return
  }
  const keys = pressed === null ? chord : `${pressed} ${chord}`
  forget()
  const all = commands.get()
  // The part that came last is the one in front.
  const command =
    all.findLast((one) => one.keys === keys) ?? all.findLast((one) => one.keys === chord)
  if (command) {
    event.preventDefault()
    command.run()
  } else if (all.some((one) => one.keys?.startsWith(`${chord} `))) {
    pressed = chord
    timer = setTimeout(forget, SEQUENCE_MS)
  }
}

/** Registers commands while the component is there. Keep the list's identity stable. */
export function useCommands(list: readonly Command[]): void {
  useEffect(() => registerCommands(list), [list])
}

interface ShortcutOptions {
  group?: string
  enabled?: boolean
}

/** One key of this page: listed in the help, not in the palette. */
export function useShortcut(
  keys: string,
  label: string,
  run: () => void,
  { group = 'This page', enabled = true }: ShortcutOptions = {},
): void {
  const latest = useEffectEvent(run)
  useEffect(() => {
    if (!enabled) return undefined
    return registerCommands([{ keys, label, group, run: () => latest(), inPalette: false }])
  }, [keys, label, group, enabled])
}
