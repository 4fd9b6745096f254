import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { renderUi } from '@/testing/renderUi'

import { busyCount, isCancelled, withBusy } from './busy'

/** Work that ends when told to, and fails when it is aborted, as fetch does. */
function work(signal: AbortSignal) {
  return new Promise<string>((resolve, reject) => {
    finish = resolve
    signal.addEventListener('abort', () => {
      rejectLater = () => reject(new DOMException('Aborted', 'AbortError'))
    })
  })
}
let finish: (value: string) => void
let rejectLater: () => void

const busyDialog = () => screen.findByRole('dialog', { name: /\.\.\.$/ })

describe('withBusy', () => {
  it('shows its text while the work runs, passes the result through and goes', async () => {
    renderUi(null)
    const result = withBusy('Creating...', work)
    expect(await busyDialog()).toHaveTextContent('Creating...')
    finish('made')
    await act(async () => expect(await result).toBe('made'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(busyCount()).toBe(0)
  })

  it('stays for nested work, shows the latest text, and counts down to nothing', async () => {
    renderUi(null)
    const ends: (() => void)[] = []
    const outer = withBusy('Updating...', () => new Promise<void>((end) => void ends.push(end)))
    const inner = withBusy('Fetching data...', work)
    expect(await busyDialog()).toHaveTextContent('Fetching data...')
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(busyCount()).toBe(2)
    finish('inner')
    await act(async () => inner)
    expect(await busyDialog()).toHaveTextContent('Updating...')
    ends[0]?.()
    await act(async () => outer)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('aborts on Cancel, and closes only when the request has finished', async () => {
    const { user } = renderUi(null)
    const failed = vi.fn()
    withBusy('Buying...', work).catch(failed)
    await busyDialog()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('button', { name: 'Cancelling...' })).toBeDisabled()
    expect(busyCount()).toBe(1)
    rejectLater()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(isCancelled(failed.mock.calls[0]?.[0])).toBe(true)
  })

  it('is neither closed by Escape nor cancelled by a held Enter', async () => {
    const { user } = renderUi(null)
    void withBusy('Deleting...', work)
    const box = await busyDialog()
    await user.keyboard('{Escape}')
    expect(box).toBeVisible()
    const cancel = screen.getByRole('button', { name: 'Cancel' })
    expect(cancel).not.toHaveFocus()
    expect(fireEvent.keyDown(cancel, { key: 'Enter', repeat: true })).toBe(false)
    expect(fireEvent.keyDown(cancel, { key: 'Enter', repeat: false })).toBe(true)
    await act(async () => finish('done'))
  })

  it('has no Cancel where the work must not stop half way', async () => {
    renderUi(null)
    void withBusy('Switching servers...', work, { cancellable: false })
    await busyDialog()
    expect(screen.queryByRole('button')).toBeNull()
    await act(async () => finish('done'))
  })

  it('shows progress, at least 4 %, and lets durable work be left', async () => {
    const { user } = renderUi(null)
    const ended = vi.fn()
    withBusy(
      'Buying 300 label(s)...',
      (signal, report) => {
        report({ done: 1, total: 300 })
        return work(signal)
      },
      { mayLeave: true },
    ).then(ended, ended)
    await busyDialog()
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '4')
    expect(screen.getByText('1 of 300')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(ended).not.toHaveBeenCalled()
    await act(async () => finish('all bought'))
    expect(ended).toHaveBeenCalledWith('all bought')
  })
})
