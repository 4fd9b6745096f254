// The states a table can be in when nothing is clicked.
import { Button } from '@mantine/core'

import { DataTable } from '@/components/table/DataTable'

import { Example } from './Example'
import classes from './gallery.module.css'
import { SAMPLE_COLUMNS, sampleId } from './sampleColumns'
import { SAMPLES } from './sampleShipments'

const COLUMNS = SAMPLE_COLUMNS.filter((column) => ['to', 'status', 'price'].includes(column.id))
const ROWS = SAMPLES.slice(0, 3)
const common = { columns: COLUMNS, rowId: sampleId }

export function TableStatesSection() {
  return (
    <div className={classes.pair}>
      <Example title="First load">
        <DataTable {...common} label="Loading table" rows={[]} status="loading" framed />
      </Example>
      <Example title="Empty">
        <DataTable {...common} label="Empty table" rows={[]} status="ready" framed />
      </Example>
      <Example title="Empty, with reason and action">
        <DataTable
          {...common}
          label="Empty table with action"
          rows={[]}
          status="ready"
          framed
          empty={{
            reason: 'You have not added a location yet.',
            action: <Button size="xs">Add New Warehouse</Button>,
          }}
        />
      </Example>
      <Example title="Error with retry">
        <DataTable
          {...common}
          label="Failed table"
          rows={[]}
          status="error"
          error="The list could not be loaded."
          onRetry={() => undefined}
          framed
        />
      </Example>
      <Example title="Old rows while the next page loads">
        <DataTable {...common} label="Stale table" rows={ROWS} status="ready" stale framed />
      </Example>
      <Example title="Refresh failed, rows kept">
        <DataTable
          {...common}
          label="Table with failed refresh"
          rows={ROWS}
          status="error"
          error="Request error: Failed to make a request"
          onRetry={() => undefined}
          framed
        />
      </Example>
      <Example title="Muted rows">
        <DataTable
          {...common}
          label="Table with muted rows"
          rows={ROWS}
          status="ready"
          isMuted={(row) => !row.refundable}
          framed
        />
      </Example>
    </div>
  )
}
