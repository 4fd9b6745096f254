// Changing chosen rates: for one row or for all rows of a service. The row shows the choice at once;
// totals are the server's, and when all changes are through, so is everything else.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { requestErrorText } from '@/api/errors'
import {
  chooseRates,
  type RateChoice,
  type UploadRates,
  uploadRatesKey,
  type UploadService,
  type UploadShipment,
} from '@/api/uploads'
import { toastError, toastSuccess } from '@/components/ui/modals/toasts'
import { rateName } from '@/features/shipping/rates'
import { plural } from '@/lib/format'
import { useStableCallback } from '@/lib/useStableCallback'

export function useRateChoice(id: string) {
  const client = useQueryClient()
  const running = useRef(0)
  /** Changes are on their way: what is shown may not be what would be bought. */
  const [saving, setSaving] = useState(false)

  const change = (edit: (rates: UploadRates) => UploadRates) => {
    client.setQueriesData<UploadRates>({ queryKey: uploadRatesKey(id) }, (old) => old && edit(old))
  }

  const send = async (choice: RateChoice): Promise<number | null> => {
    running.current += 1
    setSaving(true)
    try {
      const { changed, ...totals } = await chooseRates(id, choice)
      change((rates) => ({ ...rates, ...totals }))
      return changed
    } catch (error) {
      toastError(requestErrorText(error))
      return null
    } finally {
      running.current -= 1
      if (running.current === 0) {
        // Answers to older questions would show choices that were changed since.
        await client.invalidateQueries({ queryKey: uploadRatesKey(id) })
        setSaving(running.current > 0)
      }
    }
  }

  const chooseRate = useStableCallback((row: UploadShipment, rateId: string) => {
    const price = row.rates.find(({ public_id }) => public_id === rateId)?.rate ?? null
    change((rates) => ({
      ...rates,
      items: rates.items.map((one) =>
        one.public_id === row.public_id ? { ...one, selected_rate_id: rateId, price } : one,
      ),
    }))
    void send({ rates: { [row.public_id]: rateId } })
  })

  const chooseService = async (picked: UploadService) => {
    const { carrier, service } = picked
    const changed = await send({ carrier, service })
    if (changed !== null) {
      toastSuccess(`${plural(changed, 'row')} changed to ${rateName(picked)}`)
    }
  }

  return { saving, chooseRate, chooseService }
}
