// One hook owns a list: the query, paging, sort, columns, selection, empty and error states and
// the scroll position. A list page gives it columns, its search params and query options, and
// places the table it returns.
import {
  keepPreviousData,
  type QueryKey,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'

import {
  formatSort,
  type ListPage,
  type ListParams,
  listParams,
  pageCount,
  parseSort,
  rememberHiddenColumns,
  rememberSort,
} from '@/lib/lists'
import type { ListSearch } from '@/lib/search'
import { updateStorage, useStored } from '@/lib/storage'

import { ColumnPicker } from './ColumnPicker'
import { type Column, hiddenIds, sortKeys } from './columns'
import { DataTable } from './DataTable'
import type { ChangeSearch } from './filters'
import { type Selection, useSelection } from './selection'
import classes from './table.module.css'
import { TableFooter } from './TableFooter'
import type { EmptyText } from './TableStates'
import { BulkBar, type Noun, TableToolbar } from './TableToolbar'

interface QueryTableOptions<T, P extends ListPage<T>, E extends Error, K extends QueryKey, F> {
  /** Under this name sort and hidden columns are remembered. */
  name: string
  label: string
  noun: Noun
  /** At module level or in a memo, like rowId and canSelect: rows are memoised on them. */
  columns: readonly Column<T>[]
  rowId: (row: T) => string
  rowName?: (row: T) => string
  search: ListSearch
  setSearch: ChangeSearch
  /** What is filtered by. It is also what 'Select all N matching' hands over. */
  filters: F
  query: (params: ListParams, filters: F) => UseQueryOptions<P, E, P, K>
  defaultSort?: string
  empty?: EmptyText
  onOpen?: (row: T) => void
  isMuted?: (row: T) => boolean
  canSelect?: (row: T) => boolean
  /** Buttons for the chosen rows. Given, rows can be chosen. */
  renderBulkActions?: (selection: Selection<T, F>) => ReactNode
  /** Buttons beside the column picker. */
  tools?: ReactNode
  maxHeight?: string
}

export function useQueryTable<T, P extends ListPage<T>, E extends Error, K extends QueryKey, F>(
  options: QueryTableOptions<T, P, E, K, F>,
) {
  const { name, columns, rowId, search, setSearch, filters } = options
  const per = useStored('per')
  const remembered = useStored('hiddenColumns')[name]
  // Following the stored sort re-renders this list when another tab changes it.
  useStored('sort')

  const params = listParams(
    { name, sortKeys: sortKeys(columns), defaultSort: options.defaultSort },
    search,
  )
  const query = useQuery({
    ...options.query(params, filters),
    placeholderData: keepPreviousData,
    // The table itself says what failed.
    meta: { quiet: true },
  })
  const rows: readonly T[] = query.data?.items ?? NO_ROWS
  const total = query.data?.total_count ?? 0
  const pages = pageCount(total, per)

  const hidden = useMemo(() => hiddenIds(columns, remembered), [columns, remembered])
  const shown = useMemo(() => columns.filter((column) => !hidden.has(column.id)), [columns, hidden])

  const selection = useSelection<T, F>({
    rows,
    rowId,
    total,
    query: filters,
    canSelect: options.canSelect,
  })

  // Rows may have been deleted behind the last page: step back to the page that still exists.
  const beyond = query.isSuccess && !query.isPlaceholderData && params.page > pages
  useEffect(() => {
    if (beyond) setSearch({ page: pages }, { replace: true })
  }, [beyond, pages, setSearch])

  const frame = useRef<HTMLDivElement>(null)
  const place = `${params.page} ${params.sort ?? ''}`
  const lastPlace = useRef(place)
  useEffect(() => {
    if (lastPlace.current === place) return
    lastPlace.current = place
    frame.current?.querySelector('section')?.scrollTo({ top: 0 })
  }, [place])

  const table = (
    <div className={classes.frame} ref={frame}>
      {options.renderBulkActions && selection.count > 0 ? (
        <BulkBar
          noun={options.noun}
          total={total}
          more={query.data?.more}
          selection={selection}
          actions={options.renderBulkActions(selection)}
        />
      ) : (
        <TableToolbar
          noun={options.noun}
          total={query.data?.total_count}
          more={query.data?.more}
          tools={
            <>
              {options.tools}
              <ColumnPicker
                columns={columns}
                hidden={hidden}
                onChange={(ids) => rememberHiddenColumns(name, ids)}
              />
            </>
          }
        />
      )}
      <div className={classes.body}>
        {query.isFetching && !query.isLoading && <div className={classes.progress} aria-hidden />}
        <DataTable
          label={options.label}
          columns={shown}
          rows={rows}
          rowId={rowId}
          rowName={options.rowName}
          status={query.isError ? 'error' : query.isPending || beyond ? 'loading' : 'ready'}
          stale={query.isPlaceholderData}
          error={query.error?.message}
          onRetry={() => void query.refetch()}
          empty={options.empty}
          sort={parseSort(params.sort)}
          onSort={(sort) => {
            const text = formatSort(sort)
            rememberSort(name, text)
            setSearch({ sort: text, page: undefined })
          }}
          selection={options.renderBulkActions ? selection : undefined}
          onOpen={options.onOpen}
          isMuted={options.isMuted}
          maxHeight={options.maxHeight}
        />
      </div>
      {total > 0 && (
        <TableFooter
          label={options.label}
          page={Math.min(params.page, pages)}
          per={per}
          total={total}
          more={query.data?.more}
          onPage={(page) => setSearch({ page: page === 1 ? undefined : page })}
          onPer={(next) => {
            updateStorage({ per: next })
            setSearch({ page: undefined }, { replace: true })
          }}
        />
      )}
    </div>
  )

  return { table, query, selection, total, params }
}

const NO_ROWS: readonly never[] = []
