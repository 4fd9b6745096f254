// Prices beside the form while it is filled in. A convenience: nothing is stored, an answer to an
// older state of the form is never shown, and a failure is not told. 'Get Rates' is what counts.
import { Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { quoteQuery } from '@/features/shipping/api'
import { CarrierMark } from '@/features/shipping/CarrierMark'
import { byPrice, rateName } from '@/features/shipping/rates'
import type { Rate, ShipmentInput } from '@/features/shipping/wire'
import { formatDate, formatMoney } from '@/lib/format'

import classes from './form.module.css'
import { canBeQuoted, type ShipmentValues } from './shipmentValues'
import { useSettled } from './useSettled'

const QUOTE_MS = 800
const MOST = 8

interface RatesPanelProps {
  toWire: (values: ShipmentValues) => ShipmentInput
}

export function RatesPanel({ toWire }: RatesPanelProps) {
  const { control, getValues } = useFormContext<ShipmentValues>()
  const changed = useWatch({ control })
  // The watched values tell when; the form itself has them whole.
  const now = useMemo(() => toWire(changed && getValues()), [changed, toWire, getValues])
  const input = useSettled(now, QUOTE_MS)
  const ready = canBeQuoted(input)
  const { data, isFetching, isError } = useQuery({
    ...quoteQuery(input),
    enabled: ready,
    placeholderData: keepPreviousData,
  })
  const rates = ready && !isError ? (data?.rates ?? []) : []
  const stale = isFetching || now !== input

  return (
    <section className={classes.panel} aria-label="Live rates">
      <Title order={2}>Rates</Title>
      {rates.length === 0 ? (
        <Text size="sm" c="dimmed">
          {isFetching
            ? 'Getting rates...'
            : 'Prices appear here once both addresses and the weight are known.'}
        </Text>
      ) : (
        <ul className={classes.quotes} data-stale={stale || undefined} aria-busy={stale}>
          {byPrice(rates)
            .slice(0, MOST)
            .map((rate) => (
              <Quote key={rate.id || `${rate.carrier} ${rate.service}`} rate={rate} />
            ))}
        </ul>
      )}
    </section>
  )
}

function Quote({ rate }: { rate: Rate }) {
  return (
    <li className={classes.quote}>
      <CarrierMark carrier={rate.carrier} />
      <span className={classes.quoteName}>
        <span>{rateName(rate)}</span>
        {rate.delivery_date && (
          <Text span size="xs" c="dimmed">
            {formatDate(rate.delivery_date)}
          </Text>
        )}
      </span>
      <span className={classes.quotePrice}>{formatMoney(rate.rate)}</span>
    </li>
  )
}
