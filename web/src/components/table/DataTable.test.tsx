import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { COLUMNS, type Parcel, parcelId, parcelName, parcels } from '@/testing/parcels'
import { renderUi } from '@/testing/renderUi'

import type { Column } from './columns'
import { DataTable } from './DataTable'
import { useSelection } from './selection'

const common = { label: 'Parcels', columns: COLUMNS, rowId: parcelId, rowName: parcelName }

interface SelectableProps {
  rows: Parcel[]
  columns?: readonly Column<Parcel>[]
  onOpen?: (row: Parcel) => void
}

function Selectable({ rows, columns = COLUMNS, onOpen }: SelectableProps) {
  const selection = useSelection({ rows, rowId: parcelId, total: 500, query: 'all' })
  return (
    <>
      <DataTable
        {...common}
        columns={columns}
        rows={rows}
        status="ready"
        selection={selection}
        onOpen={onOpen}
      />
      <output>{JSON.stringify(selection.target)}</output>
    </>
  )
}

function chosen(): unknown {
  return JSON.parse(screen.getByRole('status').textContent)
}

function row(name: string): HTMLElement {
  return screen.getByRole('row', { name: new RegExp(`\\b${name}\\b`) })
}

describe('what a table shows', () => {
  it('shows rows under named columns', () => {
    renderUi(<DataTable {...common} rows={parcels(2)} status="ready" />)
    const table = screen.getByRole('table', { name: 'Parcels' })
    expect(within(table).getAllByRole('row')).toHaveLength(3)
    expect(within(table).getByRole('cell', { name: 'Parcel 2' })).toBeInTheDocument()
    expect(within(table).queryByRole('checkbox')).not.toBeInTheDocument()
  })

  it("says 'Loading...' on the first load", () => {
    renderUi(<DataTable {...common} rows={[]} status="loading" />)
    expect(screen.getByRole('status')).toHaveTextContent('Loading...')
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  })

  it('says that there is nothing, why, and what to do', () => {
    renderUi(
      <DataTable
        {...common}
        rows={[]}
        status="ready"
        empty={{ reason: 'No parcel yet.', action: <button type="button">Add one</button> }}
      />,
    )
    expect(screen.getByText('There is no data to show here!')).toBeInTheDocument()
    expect(screen.getByText('No parcel yet.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Add one' })).toBeInTheDocument()
  })

  it('says what failed and offers another try', async () => {
    const retry = vi.fn()
    const { user } = renderUi(
      <DataTable {...common} rows={[]} status="error" error="No answer" onRetry={retry} />,
    )
    expect(screen.getByRole('alert')).toHaveTextContent('No answer')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledOnce()
  })

  it("says 'Something went wrong' when the server said nothing", () => {
    renderUi(<DataTable {...common} rows={[]} status="error" />)
    expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong')
  })

  it('keeps its rows when a refresh fails', () => {
    renderUi(<DataTable {...common} rows={parcels(1)} status="error" error="No answer" />)
    expect(screen.getByRole('alert')).toHaveTextContent('No answer')
    expect(row('Parcel 1')).toBeInTheDocument()
  })

  it('sorts by header buttons', async () => {
    const onSort = vi.fn()
    const { user } = renderUi(
      <DataTable
        {...common}
        rows={parcels(2)}
        status="ready"
        sort={{ key: 'name', descending: false }}
        onSort={onSort}
      />,
    )
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await user.click(screen.getByRole('button', { name: 'Price' }))
    expect(onSort.mock.calls).toEqual([
      [{ key: 'name', descending: true }],
      [{ key: 'price', descending: true }],
    ])
  })

  it('draws only part of a long table', () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(36)
    renderUi(<DataTable {...common} rows={parcels(200)} status="ready" />)
    const drawn = screen.getAllByRole('row').filter((element) => element.dataset['index'])
    expect(drawn.length).toBeGreaterThan(5)
    expect(drawn.length).toBeLessThan(60)
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '201')
  })
})

describe('selection', () => {
  it('chooses rows one by one, by range and by page', async () => {
    const { user } = renderUi(<Selectable rows={parcels(5)} />)
    await user.click(screen.getByRole('checkbox', { name: 'Select Parcel 2' }))
    expect(chosen()).toEqual({ kind: 'ids', ids: ['p2'], count: 1 })

    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('checkbox', { name: 'Select Parcel 4' }))
    await user.keyboard('{/Shift}')
    expect(chosen()).toMatchObject({ ids: ['p2', 'p3', 'p4'] })

    const page = screen.getByRole('checkbox', { name: 'Select all rows on this page' })
    expect(page).toBePartiallyChecked()
    await user.click(page)
    expect(chosen()).toMatchObject({ count: 5 })
    await user.click(page)
    expect(chosen()).toMatchObject({ count: 0 })
  })

  it('keeps what was chosen on another page', async () => {
    const { user, rerender } = renderUi(<Selectable rows={parcels(2)} />)
    await user.click(screen.getByRole('checkbox', { name: 'Select Parcel 1' }))
    rerender(<Selectable rows={parcels(2, 3)} />)
    await user.click(screen.getByRole('checkbox', { name: 'Select Parcel 4' }))
    expect(chosen()).toEqual({ kind: 'ids', ids: ['p1', 'p4'], count: 2 })
  })

  it('redraws only the row that changed', async () => {
    const draw = vi.fn()
    const columns: Column<Parcel>[] = [
      {
        id: 'name',
        header: 'Name',
        cell: (parcel) => {
          draw(parcel.name)
          return parcel.name
        },
      },
    ]
    const rows = parcels(20)
    const { user } = renderUi(<Selectable rows={rows} columns={columns} onOpen={() => undefined} />)
    draw.mockClear()
    await user.click(screen.getByRole('checkbox', { name: 'Select Parcel 7' }))
    expect(new Set(draw.mock.calls.flat())).not.toContain('Parcel 12')
    expect(draw).toHaveBeenCalledWith('Parcel 7')
  })
})

describe('keyboard', () => {
  it('moves with arrows, j and k, Home and End', async () => {
    const { user } = renderUi(<Selectable rows={parcels(4)} />)
    row('Parcel 1').focus()
    await user.keyboard('{ArrowDown}j')
    expect(row('Parcel 3')).toHaveFocus()
    await user.keyboard('k')
    expect(row('Parcel 2')).toHaveFocus()
    await user.keyboard('{End}{ArrowDown}')
    expect(row('Parcel 4')).toHaveFocus()
    await user.keyboard('{Home}{ArrowUp}')
    expect(row('Parcel 1')).toHaveFocus()
    expect(row('Parcel 1')).toHaveAttribute('tabindex', '0')
    expect(row('Parcel 4')).toHaveAttribute('tabindex', '-1')
  })

  it('chooses with Space, goes on with Shift and arrows, clears with Escape', async () => {
    const { user } = renderUi(<Selectable rows={parcels(4)} />)
    row('Parcel 1').focus()
    await user.keyboard(' {Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect(chosen()).toMatchObject({ ids: ['p1', 'p2', 'p3'] })
    await user.keyboard('{Escape}')
    expect(chosen()).toMatchObject({ count: 0 })
  })

  it('opens with Enter and by click, but not by a click on a control', async () => {
    const onOpen = vi.fn()
    const { user } = renderUi(<Selectable rows={parcels(3)} onOpen={onOpen} />)
    row('Parcel 2').focus()
    await user.keyboard('{Enter}')
    await user.click(screen.getByRole('cell', { name: 'Parcel 3' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Parcel 1' }))
    expect(onOpen.mock.calls.map(([parcel]) => parcel.id)).toEqual(['p2', 'p3'])
  })
})
