// The page at /_ui: every building block in all its states, for developers and for the tests.
// A new block gets a section file of its own and one line in SECTIONS.
import { Title } from '@mantine/core'

import { CellsSection } from './CellsSection'
import { DatesSection } from './DatesSection'
import classes from './gallery.module.css'
import { ListSection } from './ListSection'
import { LongTableSection } from './LongTableSection'
import { PaginationSection } from './PaginationSection'
import { TableStatesSection } from './TableStatesSection'
import { ThemeSection } from './ThemeSection'

const SECTIONS = [
  { id: 'theme', title: 'Theme', Section: ThemeSection },
  { id: 'list', title: 'List with filters', Section: ListSection },
  { id: 'states', title: 'Table states', Section: TableStatesSection },
  { id: 'long-table', title: 'Long table', Section: LongTableSection },
  { id: 'cells', title: 'Cells', Section: CellsSection },
  { id: 'pagination', title: 'Pagination', Section: PaginationSection },
  { id: 'dates', title: 'Dates', Section: DatesSection },
]

export function GalleryPage() {
  return (
    <div className={classes.page}>
      <nav className={classes.nav} aria-label="Sections">
        {SECTIONS.map(({ id, title }) => (
          <a key={id} href={`#${id}`} className={classes.navLink}>
            {title}
          </a>
        ))}
      </nav>
      <main className={classes.main}>
        <Title order={1}>Building blocks</Title>
        {SECTIONS.map(({ id, title, Section }) => (
          <section key={id} id={id} className={classes.section} aria-labelledby={`${id}-title`}>
            <Title order={2} id={`${id}-title`}>
              {title}
            </Title>
            <Section />
          </section>
        ))}
      </main>
    </div>
  )
}
