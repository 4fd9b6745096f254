// The columns of the spreadsheet with sample values, and what each becomes. Wide files have many
// columns: the table draws those in view.
import { NativeSelect, Text } from '@mantine/core'
import { useMemo } from 'react'

import type { ColumnMap, MapTarget } from '@/api/uploads'
import type { Column } from '@/components/table/columns'
import { DataTable } from '@/components/table/DataTable'
import { targetChoices } from '@/lib/uploads'

import type { Choices } from './mapping'
import classes from './wizard.module.css'

interface Fields {
  choices: Choices
  /** Column index -> what is wrong. */
  errors: ReadonlyMap<number, string>
  disabled: boolean
  onChoose: (index: number, target: string) => void
}

interface MappingTableProps extends Fields {
  maps: readonly ColumnMap[]
  targets: readonly MapTarget[]
}

const rowId = ({ index }: ColumnMap) => String(index)

function headerOf({ column, index }: ColumnMap): string {
  return column.trim() || `Column ${index + 1}`
}

/** The same value may come more than once. */
function numbered(samples: readonly string[]) {
  return samples.map((text, at) => ({ key: `${at} ${text}`, text }))
}

function Samples({ samples }: { samples: readonly string[] }) {
  return (
    <span className={classes.samples}>
      {numbered(samples).map(({ key, text }) => (
        <span key={key} title={text}>
          {text}
        </span>
      ))}
    </span>
  )
}

interface FieldPickerProps extends Fields {
  map: ColumnMap
  offered: ReturnType<typeof targetChoices>
}

function FieldPicker({ map, offered, choices, errors, disabled, onChoose }: FieldPickerProps) {
  const chosen = choices[map.index]
  return (
    <div className={classes.target}>
      <NativeSelect
        size="xs"
        aria-label={`Field for ${headerOf(map)}`}
        data={offered}
        value={chosen}
        disabled={disabled}
        error={errors.get(map.index)}
        onChange={(event) => onChoose(map.index, event.currentTarget.value)}
      />
      {map.suggested && chosen === map.target && (
        <Text span size="xs" c="dimmed">
          Suggested
        </Text>
      )}
    </div>
  )
}

function columnsWith(targets: readonly MapTarget[], fields: Fields): Column<ColumnMap>[] {
  const offered = targetChoices(targets)
  return [
    { id: 'column', header: 'Column', maxWidth: 260, cell: headerOf },
    // Before the samples: on a phone it is what must be in view.
    {
      id: 'target',
      header: 'Field',
      cell: (map) => <FieldPicker map={map} offered={offered} {...fields} />,
    },
    {
      id: 'samples',
      header: 'Sample values',
      cell: ({ samples }) => <Samples samples={samples} />,
    },
  ]
}

export function MappingTable({ maps, targets, ...fields }: MappingTableProps) {
  const { choices, errors, disabled, onChoose } = fields
  const columns = useMemo(
    () => columnsWith(targets, { choices, errors, disabled, onChoose }),
    [targets, choices, errors, disabled, onChoose],
  )
  return (
    <DataTable
      label="Columns of the spreadsheet"
      columns={columns}
      rows={maps}
      rowId={rowId}
      status="ready"
      framed
    />
  )
}
