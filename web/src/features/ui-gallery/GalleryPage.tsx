// The page at /_ui: every building block in all its states, for developers and for the tests.
// A new block gets a section file of its own and one line in SECTIONS.
// '/_ui?only=dialogs,jobs' shows those sections alone.
import { Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'

import { BlocksSection } from './BlocksSection'
import { CellsSection } from './CellsSection'
import { CommandsSection } from './CommandsSection'
import { DatesSection } from './DatesSection'
import { DialogsSection } from './DialogsSection'
import { FieldsSection } from './FieldsSection'
import { FullFormSection } from './FullFormSection'
import classes from './gallery.module.css'
import { JobsSection } from './JobsSection'
import { ListSection } from './ListSection'
import { LongTableSection } from './LongTableSection'
import { PaginationSection } from './PaginationSection'
import { ReorderSection } from './ReorderSection'
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
  { id: 'dialogs', title: 'Dialogs, busy, toasts', Section: DialogsSection },
  { id: 'fields', title: 'Form fields', Section: FieldsSection },
  { id: 'full-form', title: 'Full-page form', Section: FullFormSection },
  { id: 'blocks', title: 'Small blocks', Section: BlocksSection },
  { id: 'jobs', title: 'Jobs', Section: JobsSection },
  { id: 'reorder', title: 'Reorderable list', Section: ReorderSection },
  { id: 'commands', title: 'Palette and shortcuts', Section: CommandsSection },
]

export function GalleryPage() {
  const only = useSearch({ from: '/_ui', select: (search) => search.only?.split(',') })
  const sections = SECTIONS.filter(({ id }) => !only || only.includes(id))
  return (
    <div className={classes.page}>
      <nav className={classes.nav} aria-label="Sections">
        {sections.map(({ id, title }) => (
          <a key={id} href={`#${id}`} className={classes.navLink}>
            {title}
          </a>
        ))}
      </nav>
      <main className={classes.main}>
        <Title order={1}>Building blocks</Title>
        {sections.map(({ id, title, Section }) => (
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
