import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { renderUi } from '@/testing/renderUi'

import { confirm, openModal, showFailure, showSuccess } from './dialogs'
import { isModalOpen } from './stack'

function dialog(name: string) {
  return screen.findByRole('dialog', { name })
}

function level(name: string): number {
  const root = screen.getByRole('dialog', { name }).closest<HTMLElement>('[style*="--mb-z-index"]')
  return Number(root?.style.getPropertyValue('--mb-z-index'))
}

describe('confirm', () => {
  it('answers yes only by the confirm button', async () => {
    const { user } = renderUi(null)
    const answer = confirm({ title: 'Delete key', message: 'Sure?', confirmLabel: 'Delete' })
    expect(await dialog('Delete key')).toHaveTextContent('Sure?')
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await expect(answer).resolves.toBe(true)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(isModalOpen()).toBe(false)
  })

  it.each([
    ['Cancel', 'Cancel'],
    ['the close button', 'Close'],
  ])('answers no by %s', async (_, button) => {
    const { user } = renderUi(null)
    const answer = confirm({ title: 'Refund', message: 'Sure?' })
    await dialog('Refund')
    await user.click(screen.getByRole('button', { name: button }))
    await expect(answer).resolves.toBe(false)
  })

  it('starts on Cancel when it is dangerous, else on the confirm button', async () => {
    const { user } = renderUi(null)
    const first = confirm({ message: 'Delete?', confirmLabel: 'Delete', danger: true })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    await user.keyboard('{Enter}')
    await expect(first).resolves.toBe(false)
    const second = confirm({ message: 'Compile?', confirmLabel: 'Compile' })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Compile' })).toHaveFocus())
    await user.keyboard('{Enter}')
    await expect(second).resolves.toBe(true)
  })
})

describe('nested dialogs', () => {
  it('close one by one on Escape, top first, and give the focus back', async () => {
    const { user } = renderUi(<button type="button">Opener</button>)
    const opener = screen.getByRole('button', { name: 'Opener' })
    opener.focus()
    const asked = vi.fn()
    openModal({
      title: 'Outer',
      content: () => (
        <button
          type="button"
          onClick={() => {
            confirm({ title: 'Inner', message: 'Sure?' }).then(asked, asked)
          }}
        >
          Ask
        </button>
      ),
    })
    await dialog('Outer')
    await user.click(screen.getByRole('button', { name: 'Ask' }))
    await dialog('Inner')

    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Inner' })).toBeNull())
    expect(asked).toHaveBeenCalledExactlyOnceWith(false)
    expect(screen.getByRole('dialog', { name: 'Outer' })).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Ask' })).toHaveFocus())

    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(opener).toHaveFocus())
  })

  it('give the focus back over a modal that closed in between', async () => {
    const { user } = renderUi(<button type="button">Opener</button>)
    const opener = screen.getByRole('button', { name: 'Opener' })
    opener.focus()
    const saveAndClose = (close: () => void) => {
      void showSuccess('Saved')
      close()
    }
    openModal({
      title: 'Form',
      content: (close) => (
        <button type="button" onClick={() => saveAndClose(close)}>
          Save
        </button>
      ),
    })
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    await dialog('Success')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Form' })).toBeNull())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(opener).toHaveFocus())
  })

  it('lie in the order they were opened', async () => {
    renderUi(null)
    openModal({ title: 'First', content: () => 'one' })
    openModal({ title: 'Second', content: () => 'two' })
    await dialog('Second')
    await waitFor(() => expect(level('Second')).toBeGreaterThan(level('First')))
  })
})

describe('messages', () => {
  it('have the texts of the catalogue when none are given', async () => {
    const { user } = renderUi(null)
    const closed = showSuccess()
    expect(await dialog('Success')).toHaveTextContent('Operation was successful!')
    await waitFor(() => expect(screen.getByText('Close')).toBeInTheDocument())
    await user.keyboard('{Escape}')
    await closed
    void showFailure()
    expect(await dialog('Failure')).toHaveTextContent('Operation failed!')
  })

  it('list the details of a failure', async () => {
    renderUi(null)
    void showFailure('Refund failed', ['9400 was used', '9401 is too old'])
    await dialog('Failure')
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '9400 was used',
      '9401 is too old',
    ])
  })
})
