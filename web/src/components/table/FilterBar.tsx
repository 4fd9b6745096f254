// The filters of a list. Its only state is the address bar: Back works, and a filtered list can be
// bookmarked or sent to a colleague. Any change starts again at the first page.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import { DateRangeFilter } from './DateRangeFilter'
import { type ChangeSearch, filterKeys, type FilterSpec, type SearchChange } from './filters'
import classes from './filters.module.css'
import { SelectFilter } from './SelectFilter'
import { TextFilter } from './TextFilter'

interface FilterBarProps<S extends object> {
  /** The page's search params, as its route validated them. */
  search: S
  setSearch: ChangeSearch
  filters: readonly FilterSpec<keyof S & string>[]
  /** Stands at the end of the bar. */
  children?: ReactNode
}

export function FilterBar<S extends object>(props: FilterBarProps<S>) {
  const { search, setSearch, filters, children } = props
  const values = new Map<string, unknown>(Object.entries(search))
  const text = (key: string) => {
    const value = values.get(key)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const change = (params: SearchChange, replace = false) =>
    setSearch({ ...params, page: undefined }, { replace })

  const keys = filters.flatMap(filterKeys)
  const anySet = keys.some((key) => text(key) !== undefined)

  return (
    <section className={classes.bar} aria-label="Filters">
      {filters.map((filter) => {
        if (filter.kind === 'text') {
          return (
            <TextFilter
              key={filter.key}
              label={filter.label}
              value={text(filter.key) ?? ''}
              onChange={(value) => change({ [filter.key]: value || undefined }, true)}
            />
          )
        }
        if (filter.kind === 'select') {
          return (
            <SelectFilter
              key={filter.key}
              label={filter.label}
              options={filter.options}
              value={text(filter.key)}
              defaultValue={filter.defaultValue}
              onChange={(value) => change({ [filter.key]: value })}
            />
          )
        }
        const from = text(filter.fromKey)
        const to = text(filter.toKey)
        return (
          <DateRangeFilter
            key={filter.fromKey}
            label={filter.label}
            value={from && to ? { from, to } : undefined}
            fallback={filter.defaultRange}
            onChange={(range) =>
              change({ [filter.fromKey]: range?.from, [filter.toKey]: range?.to })
            }
          />
        )
      })}
      {anySet && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => change(Object.fromEntries(keys.map((key) => [key, undefined])))}
        >
          Clear all
        </Button>
      )}
      {children && <div className={classes.end}>{children}</div>}
    </section>
  )
}
