// Page numbers as specified: three pages around the current one, three at each margin, and
// nothing at all when there is one page or fewer.
import { UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Fragment } from 'react'

import classes from './table.module.css'

const SIBLINGS = 1
const MARGIN = 3

interface PaginationProps {
  /** What is paged through; tells the pages of several tables apart. */
  label: string
  page: number
  pages: number
  onPage: (page: number) => void
}

/** 12 of 25 -> [[1, 2, 3], [11, 12, 13], [23, 24, 25]]: runs of pages with gaps between them. */
export function pageRuns(page: number, pages: number): number[][] {
  const runs: number[][] = []
  for (let number = 1; number <= pages; number += 1) {
    const margin = number <= MARGIN || number > pages - MARGIN
    if (!margin && Math.abs(number - page) > SIBLINGS) continue
    const run = runs.at(-1)
    const gap = run ? number - (run.at(-1) ?? 0) - 1 : 0
    if (!run || gap > 1) runs.push([number])
    // A gap of one page is no shorter than the page itself.
    else if (gap === 1) run.push(number - 1, number)
    else run.push(number)
  }
  return runs
}

export function Pagination({ label, page, pages, onPage }: PaginationProps) {
  if (pages <= 1) return null

  return (
    <nav aria-label={`Pages of ${label}`} className={classes.pagination}>
      <UnstyledButton
        className={classes.page}
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={15} aria-hidden />
      </UnstyledButton>
      {pageRuns(page, pages).map((run, at) => (
        <Fragment key={run[0]}>
          {at > 0 && (
            <span className={classes.gap} aria-hidden>
              …
            </span>
          )}
          {run.map((number) => (
            <UnstyledButton
              key={number}
              className={classes.page}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {number}
            </UnstyledButton>
          ))}
        </Fragment>
      ))}
      <UnstyledButton
        className={classes.page}
        aria-label="Next page"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={15} aria-hidden />
      </UnstyledButton>
    </nav>
  )
}
