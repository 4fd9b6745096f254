import { describe, expect, it, vi } from 'vitest'

import { GO_KEYS, menuCommands } from './commands'
import { menuFor } from './menu'

const owner = {
  billing_type: 'wallet',
  externally_billed: true,
  sales_channel: true,
  person: null,
} as const

describe('the commands of the menu', () => {
  it('give no letter away twice', () => {
    const letters = Object.values(GO_KEYS)
    expect(new Set(letters).size).toBe(letters.length)
  })

  it('go to pages, open documents and act', () => {
    const targets = { goTo: vi.fn(), openExternal: vi.fn(), act: vi.fn() }
    const commands = menuCommands(menuFor(owner, { exists: () => true, docs: '/docs/' }), targets)
    const run = (label: string) => commands.find((command) => command.label === label)?.run()
    run('Go to Permissions')
    run('Documentation')
    run('Sign out')
    expect(targets.goTo).toHaveBeenCalledExactlyOnceWith('/permissions')
    expect(targets.openExternal).toHaveBeenCalledExactlyOnceWith('/docs/')
    expect(targets.act).toHaveBeenCalledExactlyOnceWith('sign-out')
    expect(commands.find((command) => command.label === 'Go to Permissions')?.keys).toBe('g p')
  })

  it('name only pages that the menu has', () => {
    const options = { exists: () => true, docs: '' }
    const invoiced = { ...owner, billing_type: 'invoicing' }
    const items = [...menuFor(owner, options), ...menuFor(invoiced, options)].flatMap(
      (group) => group.items,
    )
    const paths = new Set(items.map((item) => (item.kind === 'page' ? item.path : '')))
    expect(Object.keys(GO_KEYS).filter((path) => !paths.has(path))).toEqual([])
  })
})
