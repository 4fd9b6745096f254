// What the owner can do with a bought label: ask for the refund, make a return label.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { jobStatus } from '@/api/jobs'
import { refundLabels } from '@/api/shipments/bulk'
import { createReturn, shipmentsKey } from '@/api/shipments/list'
import type { Shipment } from '@/api/shipments/wire'
import { tellFailure } from '@/components/labels/failure'
import { refundWithReport } from '@/components/labels/refund'
import { withBusy } from '@/components/ui/modals/busy'

export function SummaryActions({ shipment }: { shipment: Shipment }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id } = shipment

  const refund = async () => {
    const asked = await refundWithReport({
      count: 1,
      shipments: [shipment],
      start: (signal) => refundLabels({ kind: 'ids', ids: [id], count: 1 }, signal),
      poll: jobStatus,
    })
    if (asked) await client.invalidateQueries({ queryKey: shipmentsKey })
  }

  const makeReturn = async () => {
    try {
      const draft = await withBusy('Creating...', () => createReturn(id), { cancellable: false })
      await navigate({ href: `/shipment/${encodeURIComponent(draft)}` })
    } catch (error) {
      tellFailure(error)
    }
  }

  return (
    <>
      <Button variant="default" onClick={() => void makeReturn()}>
        Create return label
      </Button>
      {shipment.refundable && !shipment.refund_status && (
        <Button variant="default" onClick={() => void refund()}>
          Refund
        </Button>
      )}
    </>
  )
}
