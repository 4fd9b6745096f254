import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { renderUi } from '@/testing/renderUi'

import { pageRuns } from './Pagination'
import { TableFooter } from './TableFooter'

describe('page numbers', () => {
  it.each([
    [12, 25, '1 2 3 … 11 12 13 … 23 24 25'],
    [1, 25, '1 2 3 … 23 24 25'],
    [25, 25, '1 2 3 … 23 24 25'],
    [4, 25, '1 2 3 4 5 … 23 24 25'],
    [6, 25, '1 2 3 4 5 6 7 … 23 24 25'],
    [1, 7, '1 2 3 4 5 6 7'],
    [2, 2, '1 2'],
  ])('shows three pages and three margin pages: %i of %i', (page, pages, text) => {
    const shown = pageRuns(page, pages).map((run) => run.join(' '))
    expect(shown.join(' … ')).toBe(text)
  })
})

describe('the footer', () => {
  it('turns pages and says which rows are shown', async () => {
    const onPage = vi.fn()
    const { user } = renderUi(
      <TableFooter
        label="Parcels"
        page={2}
        per={50}
        total={1234}
        onPage={onPage}
        onPer={vi.fn()}
      />,
    )
    expect(screen.getByText('51–100 of 1,234')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
    await user.click(screen.getByRole('button', { name: 'Page 25' }))
    await user.click(screen.getByRole('button', { name: 'Previous page' }))
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(onPage.mock.calls).toEqual([[25], [1], [3]])
  })

  it('says when more match than were counted', () => {
    const calls = { onPage: vi.fn(), onPer: vi.fn() }
    renderUi(<TableFooter label="Parcels" page={1} per={50} total={100_000} more {...calls} />)
    expect(screen.getByText('1–50 of 100,000+')).toBeInTheDocument()
  })

  it('hides the pages when there is one page or fewer', () => {
    renderUi(
      <TableFooter label="Parcels" page={1} per={50} total={50} onPage={vi.fn()} onPer={vi.fn()} />,
    )
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  })

  it('offers 10, 25, 50, 100 and 200 rows', async () => {
    const onPer = vi.fn()
    const { user } = renderUi(
      <TableFooter label="Parcels" page={1} per={50} total={500} onPage={vi.fn()} onPer={onPer} />,
    )
    const per = screen.getByRole('combobox', { name: 'Rows per page' })
    expect(per).toHaveValue('50')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      '10',
      '25',
      '50',
      '100',
      '200',
    ])
    await user.selectOptions(per, '200')
    expect(onPer).toHaveBeenCalledWith(200)
  })
})
