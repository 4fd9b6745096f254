// The form 'Purchase a Label'; the id 'new' starts a shipment, order_id names the shop order it is for.
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { ShipmentFormPage } from '@/features/shipment-form/ShipmentFormPage'
import { textParam } from '@/lib/search'

export const Route = createFileRoute('/_app/shipment/$id/')({
  validateSearch: z.object({ order_id: textParam }),
  staticData: { title: 'Purchase a Label', page: '/shipment' },
  component: ShipmentFormPage,
})
