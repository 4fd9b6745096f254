// The rates, cheapest first, one of them chosen. Each says of what its price is made and where it
// comes from.
import { CarrierMark } from '@/features/shipping/CarrierMark'
import {
  type Badge,
  badgesOf,
  byPrice,
  estimatedExtras,
  priceOrigin,
  rateName,
} from '@/features/shipping/rates'
import type { Rate } from '@/features/shipping/wire'
import { formatCents, formatDate, formatMoney, plural } from '@/lib/format'

import classes from './rate.module.css'

interface RateListProps {
  rates: readonly Rate[]
  chosen: string | null
  disabled: boolean
  onChoose: (id: string) => void
}

export function RateList({ rates, chosen, disabled, onChoose }: RateListProps) {
  const badges = badgesOf(rates)
  return (
    <fieldset className={classes.rates} disabled={disabled} aria-label="Rates">
      {byPrice(rates).map((rate) => (
        <RateChoice
          key={rate.id}
          rate={rate}
          badges={badges(rate)}
          checked={rate.id === chosen}
          onChoose={() => onChoose(rate.id)}
        />
      ))}
    </fieldset>
  )
}

interface RateChoiceProps {
  rate: Rate
  badges: readonly Badge[]
  checked: boolean
  onChoose: () => void
}

function RateChoice({ rate, badges, checked, onChoose }: RateChoiceProps) {
  const name = rateName(rate)
  return (
    <label className={classes.rate}>
      <input
        type="radio"
        name="rate"
        aria-label={`${name}, ${formatMoney(rate.rate)}`}
        checked={checked}
        onChange={onChoose}
      />
      <CarrierMark carrier={rate.carrier} />
      <span>
        <span className={classes.name}>
          {name}
          {badges.map((badge) => (
            <span key={badge} className={classes.badge}>
              {badge}
            </span>
          ))}
        </span>
        <span className={classes.day}>{deliveryText(rate)}</span>
      </span>
      <span className={classes.price}>{formatMoney(rate.rate)}</span>
      <Details rate={rate} />
      <span className={classes.origin}>
        <span>{priceOrigin(rate)}</span>
        {rate.billed_lb ? <span>Billed as {plural(rate.billed_lb, 'lb')}</span> : null}
      </span>
    </label>
  )
}

function deliveryText({ delivery_date, delivery_days }: Rate): string {
  if (delivery_date) return `Delivery ${formatDate(delivery_date)}`
  return delivery_days ? `In ${plural(delivery_days, 'day')}` : 'Delivery date not known'
}

function Details({ rate }: { rate: Rate }) {
  const { services } = rate.rate_detail
  const extras = estimatedExtras(rate)
  if (services.length === 0 && extras === 0n) return null
  return (
    <span className={classes.details}>
      {services.map(({ name, price }) => (
        <Line key={name} name={name} price={formatMoney(price)} />
      ))}
      {extras !== 0n && <Line name="Estimated extras" price={formatCents(extras)} />}
    </span>
  )
}

function Line({ name, price }: { name: string; price: string }) {
  return (
    <span className={classes.line}>
      <span>{name}</span>
      <span>{price}</span>
    </span>
  )
}
