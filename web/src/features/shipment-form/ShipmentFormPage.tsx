// /shipment/{id} and /shipment/new. A new form that has saved itself moves to the address of its
// draft and stays the same form: what is being typed must not be disturbed.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { listErrorText } from '@/api/errors'
import { shipmentQuery } from '@/api/shipments/list'
import { PageHeader } from '@/components/layout/PageHeader'
import { Notice } from '@/components/ui/Notice'
import { ErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'
import { summaryHref } from '@/features/shipping/paths'
import type { Shipment } from '@/features/shipping/wire'

import { ShipmentForm } from './ShipmentForm'
import { newShipment, type ShipmentOrigin, shipmentFromWire } from './shipmentValues'

const route = getRouteApi('/_app/shipment/$id/')
const NEW = 'new'

/** A new form and the draft it has become. */
interface Started {
  /** Another number is another form. */
  form: number
  draft: string | null
  /** Whether the address is the draft's already. */
  moved: boolean
}

export function ShipmentFormPage() {
  const { id } = route.useParams()
  const { order_id } = route.useSearch()
  const navigate = useNavigate()
  const [started, setStarted] = useState<Started>({ form: 0, draft: null, moved: false })

  if (id === started.draft && !started.moved) setStarted({ ...started, moved: true })
  // Back at /shipment/new: another shipment.
  if (id === NEW && started.moved) {
    setStarted({ form: started.form + 1, draft: null, moved: false })
  }

  const onCreated = (draft: string) => {
    setStarted((old) => ({ ...old, draft }))
    void navigate({
      to: '/shipment/$id',
      params: { id: draft },
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
  }

  const isStarted = id === NEW || id === started.draft
  return (
    <>
      <PageHeader title="Purchase a Label" />
      {isStarted ? (
        <NewForm key={started.form} orderId={order_id ?? null} onCreated={onCreated} />
      ) : (
        <StoredForm key={id} id={id} />
      )}
    </>
  )
}

interface NewFormProps {
  orderId: string | null
  onCreated: (id: string) => void
}

function NewForm({ orderId, onCreated }: NewFormProps) {
  const [start] = useState(newShipment)
  // The draft's address has no order in it; the form remembers.
  const [origin] = useState<ShipmentOrigin>({ shop_order_id: orderId, custom_id: null })
  return <ShipmentForm id={null} start={start} origin={origin} onCreated={onCreated} />
}

function StoredForm({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...shipmentQuery(id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  // Starts from what the server has now, and then never changes under the user's hands.
  const [first, setFirst] = useState<Shipment | null>(null)
  if (!first && data && !isFetching) setFirst(data)
  if (first) return <FormOf shipment={first} />
  if (error) return <ErrorBlock message={listErrorText(error)} onRetry={() => void refetch()} />
  return <LoadingBlock />
}

/** The specification's rule: a tracking code, and neither refund nor label status. */
function belongsToSummary({ tracking_code, refund_status, label_status }: Shipment): boolean {
  return Boolean(tracking_code) && !refund_status && !label_status
}

function FormOf({ shipment }: { shipment: Shipment }) {
  const navigate = useNavigate()
  const [start] = useState(() => shipmentFromWire(shipment))
  const { id, state, shop_order_id = null, custom_id = null } = shipment
  const leaves = belongsToSummary(shipment)
  useEffect(() => {
    if (leaves) void navigate({ href: summaryHref(id), replace: true })
  }, [leaves, id, navigate])

  if (leaves) return <LoadingBlock />
  if (state !== 'draft') {
    const doing = state === 'buying' ? 'is being bought' : 'has been bought'
    return (
      <Notice
        actions={
          <Button
            size="xs"
            variant="default"
            onClick={() => void navigate({ href: summaryHref(id) })}
          >
            Shipment Summary
          </Button>
        }
      >
        This label {doing} and can no longer be changed.
      </Notice>
    )
  }
  return (
    <ShipmentForm
      id={id}
      start={start}
      origin={{ shop_order_id, custom_id }}
      onCreated={() => undefined}
    />
  )
}
