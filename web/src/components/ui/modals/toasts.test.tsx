import { notifications } from '@mantine/notifications'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { renderUi } from '@/testing/renderUi'

import { toastCopied, toastError, toastSuccess } from './toasts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  act(() => notifications.clean())
  vi.useRealTimers()
})

async function pass(ms: number) {
  await act(async () => vi.advanceTimersByTimeAsync(ms))
}

describe('toasts', () => {
  it('take a copy toast away after 750 ms, not before', async () => {
    renderUi(null)
    act(() => toastCopied('Api Key copied into your clipboard!'))
    expect(screen.getByRole('status')).toHaveTextContent('Api Key copied into your clipboard!')
    await pass(700)
    expect(screen.getByRole('status')).toBeInTheDocument()
    await pass(60)
    await pass(500) // the closing transition
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('announce errors as alerts and do not pile up the same one', () => {
    renderUi(null)
    act(() => {
      toastError('Request error: Not Found')
      toastError('Request error: Not Found')
      toastSuccess('Saved')
    })
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    expect(screen.getByRole('status')).toHaveTextContent('Saved')
  })

  it('keep an error twice as long as a success', async () => {
    renderUi(null)
    act(() => {
      toastError('Something went wrong')
      toastSuccess('Saved')
    })
    await pass(5_000)
    expect(screen.queryByRole('status')).toBeNull()
    expect(screen.getByRole('alert')).toBeInTheDocument()
  })
})
