// Buying the chosen rate, once. A click while a purchase runs does nothing; a click after an
// unknown outcome (no answer) repeats the same intent under the same key, so that the server can
// tell it from a second purchase. A risen price is asked about and never paid unasked.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { ApiError, requestErrorText, serverMessageOr } from '@/api/errors'
import { shipmentQuery, shipmentsKey } from '@/api/shipments/list'
import { withBusy } from '@/components/ui/modals/busy'
import { confirm, showFailure } from '@/components/ui/modals/dialogs'
import { type BuyOutcome, type BuyRequest, buyShipment } from '@/features/shipping/api'
import { formatMoney } from '@/lib/format'
import { newKey } from '@/lib/ids'

const NOT_CHARGED =
  'Failed to charge your account. Please check your payment method at the Billing Page and try again.'

interface BuyOptions {
  onBought: () => Promise<void> | void
}

function failureWords(error: unknown): string {
  // Without an answer nobody knows whether the account was charged.
  const answered = error instanceof ApiError && error.status !== null
  return answered ? serverMessageOr(error, NOT_CHARGED) : requestErrorText(error)
}

export function useBuy(id: string, { onBought }: BuyOptions) {
  const client = useQueryClient()
  const running = useRef(false)
  /** The intent whose outcome is not known, and its key. */
  const open = useRef<{ intent: string; key: string } | null>(null)
  const [pending, setPending] = useState<string | null>(null)

  const send = async (request: BuyRequest): Promise<BuyOutcome> => {
    const intent = JSON.stringify(request)
    if (open.current?.intent !== intent) open.current = { intent, key: newKey() }
    const { key } = open.current
    try {
      const outcome = await withBusy('Buying...', () => buyShipment(request, key), {
        cancellable: false,
      })
      open.current = null
      return outcome
    } catch (error) {
      // The server has answered: a further click is a new intent.
      if (error instanceof ApiError && error.status !== null && error.status < 500) {
        open.current = null
      }
      throw error
    }
  }

  const buyUntilSettled = async (request: BuyRequest): Promise<void> => {
    const outcome = await send(request)
    if (outcome.kind === 'bought') {
      void client.invalidateQueries({ queryKey: shipmentsKey })
      await onBought()
      return
    }
    if (outcome.kind === 'pending') {
      setPending(outcome.message)
      await client.invalidateQueries(shipmentQuery(id))
      return
    }
    const price = formatMoney(outcome.price)
    const agreed = await confirm({
      title: 'The price has changed',
      message: outcome.message || `The price of this label is now ${price}.`,
      confirmLabel: `Buy for ${price}`,
    })
    if (!agreed) {
      await client.invalidateQueries(shipmentQuery(id))
      return
    }
    await buyUntilSettled({ ...request, accepted_price: outcome.price })
  }

  const buy = async (rate_id: string) => {
    if (running.current) return
    running.current = true
    try {
      await buyUntilSettled({ id, rate_id })
    } catch (error) {
      // It may have been bought all the same: look.
      void client.invalidateQueries(shipmentQuery(id))
      await showFailure(failureWords(error))
    } finally {
      running.current = false
    }
  }

  return { buy, pending }
}
