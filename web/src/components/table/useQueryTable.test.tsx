// A list page in small: filter bar and table over a memory address bar and a server made of rows.
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  useSearch,
} from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { ListPage, ListParams } from '@/lib/lists'
import { dayParam, listSearch, parseSearch, stringifySearch, textParam } from '@/lib/search'
import { readStorage } from '@/lib/storage'
import { COLUMNS, type Parcel, parcelId, parcelName, parcels } from '@/testing/parcels'
import { renderUi } from '@/testing/renderUi'

import { FilterBar } from './FilterBar'
import type { FilterSpec } from './filters'
import { useQueryTable } from './useQueryTable'
import { useSearchState } from './useSearchState'

type Filters = { q: string | undefined; kind: string }

const server = vi.fn<(params: ListParams, filters: Filters) => Promise<ListPage<Parcel>>>()

const schema = listSearch({ q: textParam, kind: textParam, from: dayParam, to: dayParam })

const FILTERS: readonly FilterSpec<'q' | 'kind' | 'from' | 'to'>[] = [
  { kind: 'text', key: 'q', label: 'Search parcels' },
  {
    kind: 'select',
    key: 'kind',
    label: 'Kind',
    defaultValue: 'all',
    options: [
      { value: 'all', label: 'All' },
      { value: 'big', label: 'Big' },
    ],
  },
  { kind: 'dates', fromKey: 'from', toKey: 'to', label: 'Date' },
]

function ListPageUnderTest() {
  const search = schema.parse(useSearch({ strict: false }))
  const setSearch = useSearchState()
  const { table } = useQueryTable({
    name: 'parcels',
    label: 'Parcels',
    noun: ['parcel', 'parcels'],
    columns: COLUMNS,
    rowId: parcelId,
    rowName: parcelName,
    search,
    setSearch,
    filters: { q: search.q, kind: search.kind ?? 'all' },
    query: (params, filters) => ({
      queryKey: ['parcels', params, filters],
      queryFn: () => server(params, filters),
    }),
    defaultSort: 'name',
    renderBulkActions: ({ target }) => <output>{JSON.stringify(target)}</output>,
  })
  return (
    <>
      <FilterBar search={search} setSearch={setSearch} filters={FILTERS} />
      {table}
    </>
  )
}

function openList(address = '/') {
  const router = createRouter({
    routeTree: createRootRoute({ component: ListPageUnderTest }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  const view = renderUi(<RouterProvider router={router} />)
  return { ...view, router, address: () => router.state.location.href }
}

function asked(): [ListParams, Filters] {
  const call = server.mock.lastCall
  if (!call) throw new Error('the server was never asked')
  return call
}

beforeEach(() => {
  server.mockReset()
  server.mockImplementation(({ page, per }) =>
    Promise.resolve({
      items: parcels(Math.min(per, 5), (page - 1) * per + 1),
      total_count: 120,
    }),
  )
})

describe('a list', () => {
  it('asks for page, size and sort and shows the answer', async () => {
    openList('/?page=2')
    expect(await screen.findByText('Parcel 51')).toBeInTheDocument()
    expect(asked()[0]).toEqual({ page: 2, per: 50, sort: 'name' })
    expect(screen.getByText('120 parcels')).toBeInTheDocument()
    expect(screen.getByText('51–100 of 120')).toBeInTheDocument()
  })

  it('keeps page and sort in the address bar, size and sort in storage', async () => {
    const { user, address } = openList()
    await screen.findByText('Parcel 1')
    await user.click(screen.getByRole('button', { name: 'Page 3' }))
    await screen.findByText('Parcel 101')
    expect(address()).toBe('/?page=3')

    await user.click(screen.getByRole('button', { name: 'Price' }))
    await waitFor(() => expect(asked()[0]).toMatchObject({ page: 1, sort: '-price' }))
    expect(address()).toBe('/?sort=-price')
    expect(readStorage().sort).toEqual({ parcels: '-price' })

    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25')
    await waitFor(() => expect(asked()[0]).toMatchObject({ page: 1, per: 25 }))
    expect(readStorage().per).toBe(25)
  })

  it('keeps old rows while the next page loads', async () => {
    const { user } = openList()
    await screen.findByText('Parcel 1')
    server.mockReturnValue(new Promise(() => undefined))
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(screen.getByText('Parcel 1')).toBeInTheDocument()
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  })

  it('shows a failure and recovers', async () => {
    server.mockRejectedValueOnce(new Error('Request error: no answer'))
    const { user } = openList()
    expect(await screen.findByRole('alert')).toHaveTextContent('Request error: no answer')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Parcel 1')).toBeInTheDocument()
  })

  it('steps back when the page no longer exists', async () => {
    server.mockImplementation(({ page }) =>
      Promise.resolve({ items: page === 1 ? parcels(3) : [], total_count: 3 }),
    )
    const { address } = openList('/?page=9')
    expect(await screen.findByText('Parcel 1')).toBeInTheDocument()
    expect(address()).toBe('/?page=1')
  })

  it('hides and shows columns and remembers it', async () => {
    const { user } = openList()
    await screen.findByText('Parcel 1')
    expect(screen.queryByRole('columnheader', { name: 'Note' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Choose columns' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Note' }))
    expect(screen.getByRole('columnheader', { name: 'Note' })).toBeInTheDocument()
    expect(readStorage().hiddenColumns).toEqual({ parcels: [] })
  })
})

describe('choosing rows of a list', () => {
  it('hands over ids, or the query when everything is chosen', async () => {
    const { user } = openList('/?q=blue')
    await screen.findByText('Parcel 1')
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
    const bar = screen.getByRole('group', { name: 'Actions on the selection' })
    expect(bar).toHaveTextContent('5 selected')

    await user.click(within(bar).getByRole('button', { name: 'Select all 120 matching' }))
    expect(bar).toHaveTextContent('All 120 parcels selected')
    expect(bar).toHaveTextContent(
      JSON.stringify({ kind: 'query', query: { q: 'blue', kind: 'all' }, count: 120 }),
    )

    await user.click(screen.getByRole('checkbox', { name: 'Select Parcel 2' }))
    expect(bar).toHaveTextContent('4 selected')
    await user.click(within(bar).getByRole('button', { name: 'Clear selection' }))
    expect(screen.getByText('120 parcels')).toBeInTheDocument()
  })

  it('survives paging but not a change of filters', async () => {
    const { user } = openList()
    await user.click(await screen.findByRole('checkbox', { name: 'Select Parcel 1' }))
    await user.click(screen.getByRole('button', { name: 'Page 2' }))
    await screen.findByText('Parcel 51')
    expect(screen.getByText('1 selected')).toBeInTheDocument()
    await user.type(screen.getByRole('searchbox'), 'red{Enter}')
    await waitFor(() => expect(screen.queryByText('1 selected')).not.toBeInTheDocument())
  })
})

describe('the filter bar', () => {
  it('waits for the end of typing, then searches from the first page', async () => {
    const { user, address } = openList('/?page=2')
    await screen.findByText('Parcel 51')
    await user.type(screen.getByRole('searchbox', { name: 'Search parcels' }), 'blue')
    await waitFor(() => expect(address()).toBe('/?q=blue'))
    const terms = server.mock.calls.map(([, filters]) => filters.q)
    expect(new Set(terms)).toEqual(new Set([undefined, 'blue']))
  })

  it('sets and clears a choice by its chip', async () => {
    const { user, address } = openList()
    await screen.findByText('Parcel 1')
    await user.click(screen.getByRole('button', { name: 'Kind: All' }))
    await user.click(await screen.findByRole('option', { name: 'Big' }))
    await waitFor(() => expect(address()).toBe('/?kind=big'))
    expect(screen.getByRole('button', { name: 'Kind: Big' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear filter Kind' }))
    await waitFor(() => expect(address()).toBe('/'))
  })

  it('follows the address bar back and forth', async () => {
    const { user, router, address } = openList('/?kind=big')
    await screen.findByText('Parcel 1')
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(address()).toBe('/'))
    router.history.back()
    expect(await screen.findByRole('button', { name: 'Kind: Big' })).toBeInTheDocument()
  })

  it('shows the dates of the address bar and clears everything at once', async () => {
    const { user, address } = openList('/?from=2026-03-04&to=2026-03-11&q=blue')
    await screen.findByText('Parcel 1')
    expect(screen.getByRole('button', { name: 'Date: Mar 4 – Mar 11, 2026' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(address()).toBe('/'))
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })

  it('opens the range picker and takes a quick range', async () => {
    const { user, address } = openList()
    await screen.findByText('Parcel 1')
    await user.click(screen.getByRole('button', { name: 'Date' }))
    await user.click(await screen.findByRole('button', { name: 'Yesterday' }))
    await waitFor(() => expect(address()).toMatch(/^\/\?from=(\d{4}-\d\d-\d\d)&to=\1$/))
    expect(screen.getByRole('button', { name: 'Date: Yesterday' })).toBeInTheDocument()
  })
})
