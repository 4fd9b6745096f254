// What was bought: tracking code with copy and link, service, price with its parts, addresses.
import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import type { Shipment, ShipmentAddress } from '@/api/shipments/wire'
import { safeUrl } from '@/components/labels/tracking'
import { CopyButton } from '@/components/ui/CopyButton'
import { formatCents, formatDate, formatMoney, parseCents } from '@/lib/format'

import classes from './summary.module.css'

const NONE = '–'

/** A service's name says whose it is already, or gets its carrier before it. */
function serviceText({ carrier, service, selected_rate }: Shipment): string {
  const name = selected_rate?.service_name ?? service ?? ''
  if (!carrier || name.toLowerCase().startsWith(carrier.toLowerCase())) return name
  return `${carrier} ${name}`
}

export function Facts({ shipment }: { shipment: Shipment }) {
  const { parcel } = shipment
  const size = [parcel.length, parcel.width, parcel.height]
  const measured = size.every(Boolean)
  return (
    <section className={classes.card} aria-label="Details">
      <dl className={classes.facts}>
        <Fact name="Tracking code">
          <TrackingCode shipment={shipment} />
        </Fact>
        <Fact name="Service">{serviceText(shipment) || NONE}</Fact>
        <Fact name="Price">
          <Price shipment={shipment} />
        </Fact>
        <Fact name="Date">{formatDate(shipment.date)}</Fact>
        {shipment.zone && <Fact name="Zone">{shipment.zone}</Fact>}
        <Fact name="To">
          <AddressLines address={shipment.to_address} />
        </Fact>
        <Fact name="From">
          <AddressLines address={shipment.from_address} />
        </Fact>
        <Fact name="Package">
          {parcel.predefined_package}
          {parcel.weight ? `, ${parcel.weight} oz` : ''}
          {measured ? `, ${size.join(' × ')} in` : ''}
        </Fact>
        {shipment.custom_id && <Fact name="Custom ID">{shipment.custom_id}</Fact>}
        {shipment.refund_status && <Fact name="Refund">{`Refund ${shipment.refund_status}`}</Fact>}
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function TrackingCode({ shipment }: { shipment: Shipment }) {
  const { tracking_code: code } = shipment
  if (!code) return NONE
  const url = safeUrl(shipment.tracking_url)
  return (
    <span className={classes.code}>
      {url ? (
        <Anchor href={url} target="_blank" rel="noopener noreferrer" ff="monospace" inherit>
          {code}
        </Anchor>
      ) : (
        <Text span ff="monospace" inherit>
          {code}
        </Text>
      )}
      <CopyButton
        iconOnly
        value={code}
        label="Copy tracking code"
        message="Tracking code copied into your clipboard!"
      />
    </span>
  )
}

/** The parts the carrier named; what they leave of the total is the extras. */
function Price({ shipment }: { shipment: Shipment }) {
  const parts = shipment.selected_rate?.rate_detail?.services ?? []
  const total = parseCents(shipment.price ?? '')
  const named = parts.reduce((sum, part) => sum + (parseCents(part.price) ?? 0n), 0n)
  const extras = total === null ? 0n : total - named
  return (
    <>
      {formatMoney(shipment.price)}
      {parts.length > 0 && (
        <ul className={classes.parts} aria-label="Price parts">
          {parts.map(({ name, price }) => (
            <li key={name}>
              <span>{name}</span>
              <span>{formatMoney(price)}</span>
            </li>
          ))}
          {extras !== 0n && (
            <li>
              <span>Extras</span>
              <span>{formatCents(extras)}</span>
            </li>
          )}
        </ul>
      )}
    </>
  )
}

function AddressLines({ address }: { address: ShipmentAddress }) {
  const lines = [
    address.name,
    address.company,
    address.street1,
    address.street2,
    [address.city, [address.state, address.zip].filter(Boolean).join(' ')]
      .filter(Boolean)
      .join(', '),
    address.country === 'US' ? '' : address.country,
    address.phone,
  ].filter(Boolean)
  return <address className={classes.address}>{lines.join('\n')}</address>
}
