// Page numbers at the start, in the middle and at the end; one page shows nothing.
import { useState } from 'react'

import { TableFooter } from '@/components/table/TableFooter'
import type { PageSize } from '@/lib/storage'

import { Example } from './Example'
import classes from './gallery.module.css'

export function PaginationSection() {
  return (
    <div className={classes.pair}>
      <FooterExample title="First of many pages" start={1} total={1234} />
      <FooterExample title="In the middle" start={12} total={1234} />
      <FooterExample title="Few pages" start={2} total={180} />
      <FooterExample title="One page" start={1} total={37} />
    </div>
  )
}

function FooterExample({ title, start, total }: { title: string; start: number; total: number }) {
  const [page, setPage] = useState(start)
  const [per, setPer] = useState<PageSize>(50)
  return (
    <Example title={title}>
      <TableFooter
        label={title}
        page={page}
        per={per}
        total={total}
        onPage={setPage}
        onPer={(next) => {
          setPer(next)
          setPage(1)
        }}
      />
    </Example>
  )
}
