// What was declared beside what the carrier found, and what was quoted beside what was charged. What
// differs is marked, and said to those who do not see the mark.
import { VisuallyHidden } from '@mantine/core'

import type { Measured } from '@/api/transactions'
import { formatMoney } from '@/lib/format'

import classes from './balance.module.css'

const NONE = '–'

interface MeasuresProps {
  quoted: string | null
  charged: string | null
  claimed: Measured | null
  captured: Measured | null
}

export function Measures({ quoted, charged, claimed, captured }: MeasuresProps) {
  const rows: [name: string, claimed: string, captured: string][] = [
    ['Price', formatMoney(quoted), formatMoney(charged)],
    ['Service', claimed?.service || NONE, captured?.service || NONE],
    ['Parcel', claimed?.parcel || NONE, captured?.parcel || NONE],
  ]
  return (
    <table className={classes.measures} aria-label="Quoted against charged">
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Measure</VisuallyHidden>
          </th>
          <th scope="col">Claimed</th>
          <th scope="col">Captured</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, before, after]) => {
          const differs = before !== after && after !== NONE
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{before}</td>
              <td data-differs={differs || undefined}>
                {after}
                {differs && <VisuallyHidden> (differs)</VisuallyHidden>}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
