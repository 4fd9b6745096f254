// The third step: rates come in, then one is chosen per shipment (the cheapest unless changed), and
// everything is bought at once. What it costs and what stays on the balance stand beside the button.
import { Button, Select, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'

import { failureText } from '@/api/errors'
import {
  buyUpload,
  type UploadRates,
  uploadRatesQuery,
  type UploadService,
  type UploadShipment,
  type UploadStatus,
} from '@/api/uploads'
import { useQueryTable } from '@/components/table/useQueryTable'
import { useSearchState } from '@/components/table/useSearchState'
import { showFailure } from '@/components/ui/modals/dialogs'
import { rateName } from '@/features/shipping/rates'
import { formatCount, formatMoney, plural } from '@/lib/format'

import { Missing } from './Missing'
import { rateColumns } from './rateColumns'
import { ResultsFile } from './ResultsFile'
import { RowErrors } from './RowErrors'
import { earlierSteps, type Step } from './steps'
import { UploadProgress } from './UploadProgress'
import { useRateChoice } from './useRateChoice'
import classes from './wizard.module.css'

const route = getRouteApi('/_app/shipment-upload/$id')

interface PurchaseLabelsProps {
  id: string
  status: UploadStatus
  owner: boolean
  onStep: (next: string) => Promise<void>
  onGo: (step: Step) => void
}

export function PurchaseLabels(props: PurchaseLabelsProps) {
  const { status, owner } = props
  if (status.status !== 'rating') return <Rated {...props} />
  return (
    <UploadProgress
      text={(n, m) => `Getting rates: ${n} out of ${m} shipments`}
      done={status.processed_rows_count}
      total={status.rows_count}
      failed={status.errors_count}
      jobId={owner ? status.job_id : null}
    />
  )
}

const rowId = (row: UploadShipment) => row.public_id
const rowName = (row: UploadShipment) => `row ${row.row}`
const NO_MESSAGES = {}
const NOTHING = 'There is no shipment to buy.'
const WAYS_ON = 'Change the mapping or the import, or correct the file and upload it again.'

function Rated({ id, status, owner, onStep, onGo }: PurchaseLabelsProps) {
  const [buying, setBuying] = useState(false)
  const { saving, chooseRate, chooseService } = useRateChoice(id)
  const columns = useMemo(() => rateColumns(owner ? chooseRate : null), [owner, chooseRate])
  const filters = useMemo(() => ({ id }), [id])
  const changeable = owner && earlierSteps(status).length > 0

  const { table, query } = useQueryTable({
    name: 'upload_rates',
    label: 'Shipments of the upload',
    noun: ['shipment', 'shipments'],
    columns,
    rowId,
    rowName,
    search: route.useSearch(),
    setSearch: useSearchState(),
    filters,
    query: ({ page, per }) => uploadRatesQuery(id, { page, per, errors: false }),
    empty: { reason: changeable ? `${NOTHING} ${WAYS_ON}` : NOTHING },
  })
  const rates = query.data

  const buy = async () => {
    setBuying(true)
    try {
      await onStep(await buyUpload(id))
    } catch (error) {
      await showFailure(failureText(error))
    } finally {
      setBuying(false)
    }
  }

  return (
    <Stack gap="sm">
      <RowErrors
        messages={rates?.messages ?? NO_MESSAGES}
        total={rates?.errors_count}
        actions={<ResultsFile id={id} size="xs" />}
      />
      {owner && rates && rates.services.length > 0 && rates.open_count > 0 && (
        <ServicePicker
          services={rates.services}
          disabled={saving || buying}
          onPick={(service) => void chooseService(service)}
        />
      )}
      {table}
      <Missing amount={rates?.missing}>
        Labels are bought in the order of the rows until the balance is used up. The others wait,
        and are bought with &apos;Retry failed&apos; after funds were added.
      </Missing>
      {rates && (
        <div className={classes.bar}>
          <Totals rates={rates} />
          {owner && (
            <div className={classes.buttons}>
              {changeable && <ChangeButtons disabled={buying} onGo={onGo} />}
              <Button
                disabled={saving || buying || rates.open_count === 0}
                loading={buying}
                onClick={() => void buy()}
              >
                Purchase Labels
              </Button>
            </div>
          )}
        </div>
      )}
    </Stack>
  )
}

interface ChangeButtonsProps {
  disabled: boolean
  onGo: (step: Step) => void
}

function ChangeButtons({ disabled, onGo }: ChangeButtonsProps) {
  return (
    <>
      <Button variant="default" disabled={disabled} onClick={() => onGo('Assign Mapping')}>
        Change Mapping
      </Button>
      <Button variant="default" disabled={disabled} onClick={() => onGo('Import Upload')}>
        Change Import
      </Button>
    </>
  )
}

function Totals({ rates }: { rates: UploadRates }) {
  return (
    <dl className={classes.totals}>
      <div>
        <dt>Shipments</dt>
        <dd>{formatCount(rates.open_count)}</dd>
      </div>
      <div>
        <dt>Total cost</dt>
        <dd>{formatMoney(rates.total)}</dd>
      </div>
      {/* Not every sub-user may see the balance. */}
      {rates.balance_after && (
        <div>
          <dt>Balance after purchase</dt>
          <dd>{formatMoney(rates.balance_after)}</dd>
        </div>
      )}
    </dl>
  )
}

interface ServicePickerProps {
  services: readonly UploadService[]
  disabled: boolean
  onPick: (service: UploadService) => void
}

function ServicePicker({ services, disabled, onPick }: ServicePickerProps) {
  const named = new Map(services.map((one) => [rateName(one), one]))
  return (
    <div className={classes.tools}>
      <Select
        label="One service for all rows that offer it"
        placeholder="Choose a service"
        data={[...named].map(([value, { count, total }]) => ({
          value,
          label: `${value}: ${plural(count, 'row')}, ${formatMoney(total)}`,
        }))}
        comboboxProps={{ keepMounted: false }}
        disabled={disabled}
        // It changes the rows and keeps no choice of its own.
        value={null}
        onChange={(value) => {
          const picked = value === null ? undefined : named.get(value)
          if (picked) onPick(picked)
        }}
      />
    </div>
  )
}
