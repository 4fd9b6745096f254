// Below the rows: what part of the list is shown, pages, rows per page.
import { NativeSelect, Text } from '@mantine/core'
import { useId } from 'react'

import { formatCount } from '@/lib/format'
import { pageCount, totalText } from '@/lib/lists'
import { PAGE_SIZES, type PageSize } from '@/lib/storage'

import { Pagination } from './Pagination'
import classes from './table.module.css'

interface TableFooterProps {
  label: string
  page: number
  per: PageSize
  total: number
  more?: boolean | undefined
  onPage: (page: number) => void
  onPer: (per: PageSize) => void
}

export function TableFooter({ label, page, per, total, more, onPage, onPer }: TableFooterProps) {
  const id = useId()
  const first = total === 0 ? 0 : (page - 1) * per + 1
  const last = Math.min(page * per, total)

  return (
    <div className={classes.footer}>
      <Text size="sm" c="dimmed" aria-live="polite">
        {formatCount(first)}–{formatCount(last)} of {totalText(total, more)}
      </Text>
      <Pagination label={label} page={page} pages={pageCount(total, per)} onPage={onPage} />
      <div className={classes.per}>
        <Text component="label" htmlFor={id} size="sm" c="dimmed">
          Rows per page
        </Text>
        <NativeSelect
          id={id}
          size="xs"
          value={String(per)}
          data={PAGE_SIZES.map(String)}
          onChange={(event) => {
            const chosen = PAGE_SIZES.find((size) => String(size) === event.currentTarget.value)
            if (chosen !== undefined) onPer(chosen)
          }}
        />
      </div>
    </div>
  )
}
