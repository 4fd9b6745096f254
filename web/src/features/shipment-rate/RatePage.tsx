// /shipment/{id}/rate: choose a rate and buy. 'Edit' returns to the form. While the outcome of a
// purchase is not known the page waits and looks again; once bought, it goes on to the summary.
import { Button, Loader, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'

import { listErrorText } from '@/api/errors'
import { shipmentQuery } from '@/api/shipments/list'
import { PageHeader } from '@/components/layout/PageHeader'
import { ButtonLink } from '@/components/ui/links'
import { Notice } from '@/components/ui/Notice'
import { EmptyBlock, ErrorBlock, LoadingBlock } from '@/components/ui/StateBlocks'
import { summaryHref } from '@/features/shipping/paths'
import { cheapest, rateName } from '@/features/shipping/rates'
import type { Shipment } from '@/features/shipping/wire'
import { formatMoney } from '@/lib/format'
import { useStableCallback } from '@/lib/useStableCallback'

import classes from './rate.module.css'
import { RateList } from './RateList'
import { Refusals } from './Refusals'
import { useBuy } from './useBuy'

const route = getRouteApi('/_app/shipment/$id/rate')
const POLL_MS = 2_000

const RouteMap = lazy(async () => ({ default: (await import('./RouteMap')).RouteMap }))

/** Other payment methods join the list when the server has them. */
const PAYMENT_METHODS = [{ value: 'balance', label: 'Balance' }]

export function RatePage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery({
    ...shipmentQuery(id),
    refetchInterval: ({ state }) => (state.data?.state === 'buying' ? POLL_MS : false),
  })
  return (
    <>
      <PageHeader title="Rates" description={data ? `To ${placeOf(data)}` : undefined}>
        {data?.state !== 'buying' && (
          <ButtonLink variant="default" to="/shipment/$id" params={{ id }}>
            Edit
          </ButtonLink>
        )}
      </PageHeader>
      {data ? (
        <Rates key={id} shipment={data} />
      ) : error ? (
        <ErrorBlock message={listErrorText(error)} onRetry={() => void refetch()} />
      ) : (
        <LoadingBlock />
      )}
    </>
  )
}

function placeOf({ to_name, to_address: { name, city, state, country } }: Shipment): string {
  const abroad = country === 'US' ? '' : country
  return [to_name || name, city, state, abroad].filter(Boolean).join(', ')
}

function Rates({ shipment }: { shipment: Shipment }) {
  const navigate = useNavigate()
  const { id, rates, state } = shipment
  const goOn = useStableCallback(() => navigate({ href: summaryHref(id) }))
  const { buy, pending } = useBuy(id, { onBought: goOn })
  /** Null: the cheapest. */
  const [choice, setChoice] = useState<string | null>(null)
  const chosen = rates.find((rate) => rate.id === choice) ?? cheapest(rates)

  const bought = state === 'bought'
  useEffect(() => {
    if (bought) void navigate({ href: summaryHref(id), replace: true })
  }, [bought, id, navigate])

  return (
    <div className={classes.columns}>
      <div>
        {rates.length === 0 ? (
          <NoRates rated={Boolean(shipment.rated_at)} />
        ) : (
          <RateList
            rates={rates}
            chosen={chosen?.id ?? null}
            disabled={state !== 'draft'}
            onChoose={setChoice}
          />
        )}
        <Refusals messages={shipment.messages} />
      </div>
      <div className={classes.aside}>
        <section className={classes.side} aria-label="Buy">
          {state === 'buying' ? (
            <Waiting message={pending} />
          ) : (
            <>
              {pending !== null && state === 'draft' && (
                <Notice tone="error">{shipment.label_error || 'The label was not bought.'}</Notice>
              )}
              {chosen && (
                <div className={classes.total}>
                  <span>{rateName(chosen)}</span>
                  <span>{formatMoney(chosen.rate)}</span>
                </div>
              )}
              <Select
                className={classes.pay}
                label="Pay with"
                data={PAYMENT_METHODS}
                defaultValue="balance"
              />
              <Button
                disabled={!chosen || bought}
                onClick={() => {
                  if (chosen) void buy(chosen.id)
                }}
              >
                Buy
              </Button>
            </>
          )}
        </section>
        <Suspense>
          <RouteMap from={shipment.from_address} to={shipment.to_address} />
        </Suspense>
      </div>
    </div>
  )
}

function NoRates({ rated }: { rated: boolean }) {
  if (!rated) return <EmptyBlock title="No rates yet">Edit it and choose Get Rates.</EmptyBlock>
  return (
    <EmptyBlock title="No carrier offers a rate for this shipment">
      Change the addresses, the parcel or the options and try again.
    </EmptyBlock>
  )
}

function Waiting({ message }: { message: string | null }) {
  return (
    <div role="status">
      <Notice>
        <Loader size="xs" />{' '}
        {message || 'The carrier has not answered yet. This page follows the purchase.'}
      </Notice>
    </div>
  )
}
