// A carrier's mark: plain coloured initials. Logos are the carriers' own and are not ours to ship.
import classes from './shipping.module.css'

const INITIALS: Readonly<Record<string, string>> = {
  usps: 'US',
  fedex: 'FX',
  ups: 'UP',
  uniuni: 'UN',
}

export function CarrierMark({ carrier }: { carrier: string }) {
  const key = carrier.toLowerCase()
  return (
    <span className={classes.mark} data-carrier={key} aria-hidden>
      {INITIALS[key] ?? carrier.slice(0, 2).toUpperCase()}
    </span>
  )
}
