import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { renderUi } from '@/testing/renderUi'

import { DateCell, IdCell, MoneyCell } from './cells'
import { DataTable } from './DataTable'
import { actionsColumn } from './RowActions'

describe('cells', () => {
  it('write money and dates', () => {
    renderUi(
      <>
        <MoneyCell value="-12.5" signed />
        <DateCell value="2026-03-04T12:00:00Z" />
      </>,
    )
    expect(screen.getByText('-$12.50')).toHaveAttribute('data-negative')
    expect(screen.getByText('Mar 4, 2026')).toHaveAttribute('datetime', '2026-03-04T12:00:00Z')
  })

  it('copy an id and say so', async () => {
    const { user } = renderUi(<IdCell value="shp_1" name="id" />)
    const write = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(screen.getByRole('button', { name: 'Copy id shp_1' }))
    expect(write).toHaveBeenCalledWith('shp_1')
    expect(await screen.findByRole('button', { name: 'Copied id shp_1' })).toBeInTheDocument()
  })

  it('offer row actions and say why one is not possible', async () => {
    const print = vi.fn()
    const rows = [{ id: 'a' }]
    const columns = [
      actionsColumn<{ id: string }>(
        (row) => row.id,
        () => [
          { label: 'Print', onClick: print },
          { label: 'Refund', onClick: vi.fn(), disabledReason: 'Not refundable' },
        ],
      ),
    ]
    const { user } = renderUi(
      <DataTable label="t" columns={columns} rows={rows} rowId={(row) => row.id} status="ready" />,
    )
    await user.click(screen.getByRole('button', { name: 'Actions for a' }))
    expect(await screen.findByRole('menuitem', { name: /Refund.*Not refundable/ })).toBeDisabled()
    await user.click(screen.getByRole('menuitem', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
  })
})
