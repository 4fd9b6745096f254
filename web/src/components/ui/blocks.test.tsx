import { notifications } from '@mantine/notifications'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { renderUi } from '@/testing/renderUi'

import { CopyButton } from './CopyButton'
import { Notice } from './Notice'
import { EmptyBlock, ErrorBlock, LoadErrorBlock } from './StateBlocks'
import { StatusBadge } from './StatusBadge'

afterEach(() => {
  act(() => notifications.clean())
})

describe('CopyButton', () => {
  const button = (
    <CopyButton value="sk_123" message="Api Key copied into your clipboard!" label="Copy API key" />
  )

  it('copies and says so', async () => {
    const { user } = renderUi(button)
    await user.click(screen.getByRole('button', { name: 'Copy API key' }))
    expect(await screen.findByText('Api Key copied into your clipboard!')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('sk_123')
  })

  it('falls back where there is no clipboard API, and says when nothing works', async () => {
    const { user } = renderUi(button)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('insecure'))
    const exec = vi.fn(() => document.activeElement instanceof HTMLTextAreaElement)
    Object.defineProperty(document, 'execCommand', { value: exec, configurable: true })
    const copy = screen.getByRole('button', { name: 'Copy API key' })
    await user.click(copy)
    expect(await screen.findByText('Api Key copied into your clipboard!')).toBeVisible()
    expect(exec).toHaveBeenCalledExactlyOnceWith('copy')
    expect(copy).toHaveFocus()
    expect(document.querySelector('textarea')).toBeNull()

    exec.mockReturnValue(false)
    await user.click(copy)
    expect(await screen.findByRole('alert')).toHaveTextContent('did not allow copying')
  })
})

describe('state blocks', () => {
  it('an empty block says why and offers one action', () => {
    renderUi(
      <EmptyBlock title="You've created no rules" action={<button type="button">Add Rule</button>}>
        Rules run when orders are imported.
      </EmptyBlock>,
    )
    expect(screen.getByText("You've created no rules")).toBeVisible()
    expect(screen.getByRole('button', { name: 'Add Rule' })).toBeVisible()
  })

  it('an error block is announced and retries', async () => {
    const onRetry = vi.fn()
    const { user } = renderUi(<ErrorBlock onRetry={onRetry} />)
    expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it('a page that did not load offers to reload', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
    const { user } = renderUi(<LoadErrorBlock />)
    expect(screen.getByRole('alert')).toHaveTextContent('There was an error in loading this page.')
    await user.click(screen.getByRole('link', { name: 'Reload the page' }))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })
})

describe('tones', () => {
  it('are told by words, not by colour alone', () => {
    renderUi(
      <>
        <StatusBadge tone="green">Delivered</StatusBadge>
        <Notice tone="warning">Low balance</Notice>
      </>,
    )
    expect(screen.getByText('Delivered')).toBeVisible()
    expect(screen.getByText('Warning:')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
