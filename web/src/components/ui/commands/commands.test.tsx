import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useMemo } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { confirm } from '@/components/ui/modals/dialogs'
import { readStorage, updateStorage } from '@/lib/storage'
import { renderUi } from '@/testing/renderUi'

import { findCommands } from './groups'
import { KeyboardTools } from './KeyboardTools'
import { type Command, SEQUENCE_MS, useCommands, useShortcut } from './registry'

const runs = { shipments: vi.fn(), settings: vi.fn(), page: vi.fn() }

function Registered() {
  useCommands(
    useMemo<Command[]>(
      () => [
        { label: 'Go to Shipments', group: 'Navigation', keys: 'g s', run: runs.shipments },
        { label: 'Go to Permissions', group: 'Settings', keywords: ['users'], run: runs.settings },
      ],
      [],
    ),
  )
  useShortcut('n', 'New shipment', runs.page)
  return (
    <>
      <KeyboardTools />
      <input aria-label="Field" />
    </>
  )
}

function press(...keys: string[]) {
  for (const key of keys) fireEvent.keyDown(document.body, { key })
}

const modK = () => fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })

async function openPalette() {
  modK()
  return screen.findByRole('combobox', { name: 'Search commands' })
}

beforeEach(() => {
  for (const run of Object.values(runs)) run.mockReset()
})

describe('shortcuts', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('run single keys and sequences', () => {
    renderUi(<Registered />)
    press('n')
    expect(runs.page).toHaveBeenCalledOnce()
    press('g', 's')
    expect(runs.shipments).toHaveBeenCalledOnce()
  })

  it('forget the first key of a sequence after a second, and after a wrong one', () => {
    vi.useFakeTimers()
    renderUi(<Registered />)
    press('g')
    act(() => void vi.advanceTimersByTime(SEQUENCE_MS + 1))
    press('s')
    press('g', 'x', 's')
    expect(runs.shipments).not.toHaveBeenCalled()
    press('g')
    act(() => void vi.advanceTimersByTime(SEQUENCE_MS - 1))
    press('s')
    expect(runs.shipments).toHaveBeenCalledOnce()
  })

  it('do nothing while someone types, with modifiers, or behind a modal', async () => {
    const { user } = renderUi(<Registered />)
    await user.type(screen.getByRole('textbox', { name: 'Field' }), 'n')
    fireEvent.keyDown(document.body, { key: 'n', altKey: true })
    fireEvent.keyDown(document.body, { key: 'n', ctrlKey: true })
    void confirm({ message: 'Sure?' })
    await screen.findByRole('dialog')
    press('n')
    expect(runs.page).not.toHaveBeenCalled()
  })

  it('go with the part that registered them', () => {
    const { rerender } = renderUi(<Registered />)
    rerender(null)
    press('n')
    expect(runs.page).not.toHaveBeenCalled()
  })

  it('can be switched off except those with Ctrl or Cmd', async () => {
    renderUi(<Registered />)
    updateStorage({ singleKeys: false })
    press('n')
    expect(runs.page).not.toHaveBeenCalled()
    modK()
    expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeVisible()
  })
})

describe('shortcuts help', () => {
  it('opens by "?", lists what is registered by group, and has the switch', async () => {
    const { user } = renderUi(<Registered />)
    press('?')
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    const navigation = within(help).getByRole('region', { name: 'Navigation' })
    expect(navigation).toHaveTextContent('Go to ShipmentsG then S')
    expect(within(help).getByRole('region', { name: 'This page' })).toHaveTextContent(
      'New shipmentN',
    )
    expect(within(help).queryByText('Go to Permissions')).toBeNull()
    await user.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }))
    expect(readStorage().singleKeys).toBe(false)
  })
})

describe('command palette', () => {
  it('finds by letters, moves by arrows, runs by Enter and closes', async () => {
    const { user } = renderUi(<Registered />)
    const search = await openPalette()
    await waitFor(() => expect(search).toHaveFocus())
    expect(screen.getAllByRole('option')).toHaveLength(3)
    await user.keyboard('go')
    const [first, second] = screen.getAllByRole('option')
    expect(first).toHaveTextContent('Go to Shipments')
    expect(search).toHaveAttribute('aria-activedescendant', first?.id)
    await user.keyboard('{ArrowDown}')
    expect(search).toHaveAttribute('aria-activedescendant', second?.id)
    expect(second).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{Enter}')
    expect(runs.settings).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('runs by click, wraps around, and says when nothing is found', async () => {
    const { user } = renderUi(<Registered />)
    const search = await openPalette()
    await waitFor(() => expect(search).toHaveFocus())
    await user.keyboard('{ArrowUp}')
    expect(screen.getAllByRole('option').at(-1)).toHaveAttribute('aria-selected', 'true')
    await user.type(search, 'zzz')
    expect(screen.getByText('Nothing found')).toBeVisible()
    await user.clear(search)
    await user.click(screen.getByRole('option', { name: /Go to Shipments/ }))
    expect(runs.shipments).toHaveBeenCalledOnce()
  })

  it('closes by Escape and gives the focus back', async () => {
    const { user } = renderUi(<Registered />)
    const field = screen.getByRole('textbox', { name: 'Field' })
    field.focus()
    const search = await openPalette()
    await waitFor(() => expect(search).toHaveFocus())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(field).toHaveFocus())
  })

  it('finds by group and keywords, labels first', () => {
    const run = vi.fn()
    const list: Command[] = [
      { label: 'Invite', group: 'Settings', keywords: ['user'], run },
      { label: 'User settings', group: 'Account', run },
    ]
    expect(findCommands(list, 'user').map(({ label }) => label)).toEqual([
      'User settings',
      'Invite',
    ])
    expect(findCommands(list, 'settings inv').map(({ label }) => label)).toEqual(['Invite'])
    expect(findCommands(list, 'nobody')).toEqual([])
  })
})
