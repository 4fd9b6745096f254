// 200 rows: only those in view are drawn, the keyboard still reaches all of them.
import { DataTable } from '@/components/table/DataTable'
import { useSelection } from '@/components/table/selection'

import { SAMPLE_COLUMNS, sampleId } from './sampleColumns'
import { SAMPLES } from './sampleShipments'

const ROWS = SAMPLES.slice(0, 200)

export function LongTableSection() {
  const selection = useSelection({
    rows: ROWS,
    rowId: sampleId,
    total: ROWS.length,
    query: null,
  })
  return (
    <DataTable
      label="Two hundred shipments"
      columns={SAMPLE_COLUMNS}
      rows={ROWS}
      rowId={sampleId}
      status="ready"
      selection={selection}
      maxHeight="320px"
      framed
    />
  )
}
