// One bought shipment: tracking, service and price, label, order breakdown, and what can be done
// with it. While the purchase is still being settled, it looks again every two seconds.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'

import { ApiError, listErrorText } from '@/api/errors'
import { shipmentQuery } from '@/api/shipments/list'
import type { Shipment } from '@/api/shipments/wire'
import { useUser } from '@/api/user'
import { TrackingStatus } from '@/components/labels/TrackingStatus'
import { PageHeader } from '@/components/layout/PageHeader'
import { ButtonLink } from '@/components/ui/links'
import { Notice } from '@/components/ui/Notice'
import { ErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'

import { ShipmentFacts } from './ShipmentFacts'
import { LabelPanel } from './LabelPanel'
import { OrderBreakdown } from './OrderBreakdown'
import classes from './summary.module.css'
import { SummaryActions } from './SummaryActions'
import { Timeline } from './Timeline'

const route = getRouteApi('/_app/shipment/$id_/summary')
const POLL_MS = 2_000

export function SummaryPage() {
  const { id } = route.useParams()
  const { data, error, isPending, refetch } = useQuery({
    ...shipmentQuery(id),
    refetchInterval: (query) => (query.state.data?.state === 'buying' ? POLL_MS : false),
  })

  if (isPending) return <LoadingBlock />
  if (!data) {
    const gone = error instanceof ApiError && error.status === 404
    return (
      <>
        <PageHeader title="Shipment" />
        {gone ? (
          <ErrorBlock message={listErrorText(error)} />
        ) : (
          <ErrorBlock message={listErrorText(error)} onRetry={() => void refetch()} />
        )}
      </>
    )
  }
  return <Summary shipment={data} />
}

function Summary({ shipment }: { shipment: Shipment }) {
  const owner = !useUser().person
  const bought = shipment.state === 'bought'
  return (
    <>
      <PageHeader
        title={shipment.to_name ? `Shipment to ${shipment.to_name}` : 'Shipment'}
        description={bought && <TrackingStatus shipment={shipment} framed />}
      >
        {owner && bought && <SummaryActions shipment={shipment} />}
      </PageHeader>
      <StateNotice shipment={shipment} owner={owner} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <ShipmentFacts shipment={shipment} />
          {bought && <Timeline events={shipment.tracking_events} />}
          <OrderBreakdown id={shipment.id} />
        </div>
        {bought && <LabelPanel key={shipment.id} shipment={shipment} />}
      </div>
    </>
  )
}

function StateNotice({ shipment, owner }: { shipment: Shipment; owner: boolean }) {
  if (shipment.state === 'buying') {
    return (
      <Notice tone="info" title="The purchase is being settled." announce>
        We are asking the carrier whether the label was made. You pay once, and only if it was. This
        page follows by itself.
      </Notice>
    )
  }
  if (shipment.state === 'draft') {
    // Widened: the purchase form's route is typed by its own file.
    const form: string = `/shipment/${encodeURIComponent(shipment.public_id)}`
    return (
      <Notice
        tone="info"
        actions={
          owner && (
            <ButtonLink to={form} size="xs" variant="default">
              Open the draft
            </ButtonLink>
          )
        }
      >
        This shipment is a draft: no label has been bought yet.
      </Notice>
    )
  }
  if (shipment.label_status === 'error') {
    return <Notice tone="error">{shipment.label_error || 'Something went wrong'}</Notice>
  }
  return null
}
